import { accountOfToken, findAccount, findToken, putToken, randomWord } from '../accounts.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { answers, graphError, refuse, unknownObject } from './graph-error.ts';

export const instagram = 'instagram';
export const tokenSeconds = 60 * 86_400;
const refreshableAfterSeconds = 86_400;

export function issueToken(world: World, account: string, lifetime = tokenSeconds) {
  const token = `IGAA${randomWord(72).replace(/[-_]/g, 'Z')}`;
  const expiresAt = world.now() + lifetime * 1000;
  // A token with less to live counts as older, as it would have become by waiting.
  const issuedAt = expiresAt - tokenSeconds * 1000;
  putToken(world.store, {
    token,
    platform: instagram,
    kind: 'access',
    account,
    issuedAt,
    expiresAt,
    data: {},
  });
  return { token, expiresAt };
}

/** As a header or as a parameter, in the address or in the body: the Graph API takes all. */
export async function givenToken(call: Call): Promise<string | null> {
  const inAddress = call.bearer ?? call.query.get('access_token');
  if (inAddress !== null || call.request.method !== 'POST' || isRaw(call)) return inAddress;
  const { access_token: inBody } = await call.body();
  return typeof inBody === 'string' ? inBody : null;
}

export async function requireAccount(call: Call): Promise<Account> {
  const given = await givenToken(call);
  if (given === null) {
    return refuse({
      code: 2500,
      message: 'An active access token must be used to query information about the current user.',
    });
  }
  const token = findToken(call.world.store, instagram, given);
  if (token === null) {
    return refuse({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
  }
  if (token.expiresAt <= call.world.now()) {
    const { body } = answers.expiredToken(call.world);
    const { error } = body as { error: { code: number; error_subcode: number; message: string } };
    return refuse({ code: error.code, subcode: error.error_subcode, message: error.message });
  }
  return (
    findAccount(call.world.store, instagram, token.account) ??
    refuse({ code: 190, subcode: 460, message: 'Error validating access token' })
  );
}

/** The account of the token, provided the path names it. */
export async function requireOwner(call: Call): Promise<Account> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  if (id !== 'me' && id !== account.id) return refuse(unknownObject(id));
  return account;
}

export async function caller(call: Call): Promise<Account | null> {
  return accountOfToken(call.world.store, instagram, await givenToken(call));
}

export async function refreshAccessToken(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const token = findToken(call.world.store, instagram, (await givenToken(call)) ?? '');
  if (call.query.get('grant_type') !== 'ig_refresh_token') {
    return graphError({ code: 100, message: 'Invalid parameter: grant_type must be ig_refresh_token' });
  }
  if (token !== null && token.issuedAt + refreshableAfterSeconds * 1000 > call.world.now()) {
    return graphError({
      code: 100,
      message: 'The access token must be at least 24 hours old to be refreshed',
    });
  }
  const fresh = issueToken(call.world, account.id);
  return ok({
    access_token: fresh.token,
    token_type: 'bearer',
    expires_in: tokenSeconds,
    permissions:
      'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_insights',
  });
}

function isRaw(call: Call): boolean {
  const type = call.request.headers['content-type'] ?? '';
  return call.operation === 'rupload' || type.startsWith('multipart/') || type.startsWith('video/');
}
