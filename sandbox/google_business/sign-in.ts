import { expireAllTokens, findAccount, findToken, putToken, randomWord } from '../accounts.ts';
import { bringsRefresh, refreshSeconds } from '../google-refresh.ts';
import { redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok, Refusal } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { errorInfo, notFound, quotaExceeded, refuse, unauthenticated } from './google-error.ts';
import { google, placeOf } from './places.ts';

export const accessSeconds = 3599;
const codeSeconds = 600;
export const manageScope = 'https://www.googleapis.com/auth/business.manage';

interface TokenData {
  readonly scope: string;
  /** Null: any app may use it (accounts made on the sandbox's own page). */
  readonly clientId: string | null;
}

export function issueAccess(world: World, account: string, data: TokenData, lifetime = accessSeconds) {
  const expiresAt = world.now() + lifetime * 1000;
  return { token: put(world, 'access', `ya29.${randomWord(80)}`, account, data, expiresAt), expiresAt };
}

export function issueRefresh(world: World, account: string, data: TokenData): string {
  const username = findAccount(world.store, google, account)?.username ?? '';
  const expiresAt = world.now() + refreshSeconds(username) * 1000;
  return put(world, 'refresh', `1//0${randomWord(50)}`, account, data, expiresAt);
}

function put(world: World, kind: string, token: string, account: string, data: TokenData, expiresAt: number) {
  const issuedAt = world.now();
  putToken(world.store, {
    token,
    platform: google,
    kind,
    account,
    issuedAt,
    expiresAt,
    data: { scope: data.scope, clientId: data.clientId },
  });
  return token;
}

/** The Google user behind the token; tokens belong to people, not to locations. */
export function requireUser(call: Call): string {
  const token = call.bearer === null ? null : findToken(call.world.store, google, call.bearer);
  if (token?.kind !== 'access' || token.expiresAt <= call.world.now()) throw new Refusal(unauthenticated());
  const account = findAccount(call.world.store, google, token.account);
  if (account === null) throw new Refusal(unauthenticated());
  if (!String(token.data.scope).split(' ').includes(manageScope)) {
    refuse(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
      errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    ]);
  }
  if (account.username.startsWith('unapproved')) throw new Refusal(quotaExceeded(0));
  return placeOf(call.world, account).user;
}

/** The location that the path names, provided the user manages it. */
export function requireLocation(call: Call): Account {
  const user = requireUser(call);
  const location = findAccount(call.world.store, google, locationName(call));
  if (location === null) return notFound();
  if (placeOf(call.world, location).user !== user) {
    refuse(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  }
  return location;
}

export const locationName = ({ params }: Call) => `accounts/${params.account}/locations/${params.location}`;

export async function caller(call: Call): Promise<Account | null> {
  const { store } = call.world;
  if (call.params.location !== undefined) return findAccount(store, google, locationName(call));
  const given = call.operation === 'token' ? String((await call.body()).refresh_token ?? '') : call.bearer;
  const token = given === null ? null : findToken(store, google, given);
  return token === null ? null : findAccount(store, google, token.account);
}

/** POST oauth2.googleapis.com/token. A refresh returns no new refresh token. */
export async function token(call: Call): Promise<Answer> {
  const input = await call.body();
  const text = (name: string) => String(input[name] ?? '');
  if (text('client_id') === '' || text('client_secret') === '') {
    return oauthError(401, 'invalid_client', 'The OAuth client was not found.');
  }
  if (text('grant_type') === 'authorization_code') return exchangeCode(call, text);
  if (text('grant_type') !== 'refresh_token') {
    return oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${text('grant_type')}`);
  }
  const given = findToken(call.world.store, google, text('refresh_token'));
  const data = (given?.data ?? { scope: '', clientId: null }) as unknown as TokenData;
  const isDead = given?.kind !== 'refresh' || given.expiresAt <= call.world.now();
  if (given === null || isDead) return oauthError(400, 'invalid_grant', 'Token has been expired or revoked.');
  if (data.clientId !== null && data.clientId !== text('client_id')) {
    return oauthError(401, 'unauthorized_client', 'Unauthorized');
  }
  return ok(accessAnswer(call.world, given.account, data));
}

function exchangeCode(call: Call, text: (name: string) => string): Answer {
  const grant = redeemCode(call.world, google, {
    code: text('code'),
    clientId: text('client_id'),
    redirectUri: text('redirect_uri'),
    verifier: text('code_verifier'),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) return oauthError(400, 'invalid_grant', 'Malformed auth code.');
  const data = { scope: grant.scope, clientId: text('client_id') };
  return ok({
    ...accessAnswer(call.world, grant.account, data),
    ...(bringsRefresh(call.world, google, grant) && {
      refresh_token: issueRefresh(call.world, grant.account, data),
    }),
  });
}

function accessAnswer(world: World, account: string, data: TokenData) {
  const { token: accessToken } = issueAccess(world, account, data);
  return { access_token: accessToken, expires_in: accessSeconds, scope: data.scope, token_type: 'Bearer' };
}

/** Either token takes the other along, and all of the same person with them. */
export async function revoke(call: Call): Promise<Answer> {
  const given = call.query.get('token') ?? String((await call.body()).token ?? '');
  const found = findToken(call.world.store, google, given);
  if (found === null) return oauthError(400, 'invalid_token', 'Token expired or revoked');
  expireAllTokens(call.world.store, google, found.account, call.world.now());
  return ok({});
}

function oauthError(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}
