import { putToken, randomWord } from '../accounts.ts';
import { graphSignIn } from '../graph/sign-in.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { World } from '../world.ts';
import { graphError } from './graph-error.ts';

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

export const { requireToken, requireAccount, requireOwner, caller, expireToken } = graphSignIn(instagram);

export async function refreshAccessToken(call: Call): Promise<Answer> {
  const token = await requireToken(call);
  if (call.query.get('grant_type') !== 'ig_refresh_token') {
    return graphError({ code: 100, message: 'Invalid parameter: grant_type must be ig_refresh_token' });
  }
  if (token.issuedAt + refreshableAfterSeconds * 1000 > call.world.now()) {
    return graphError({
      code: 100,
      message: 'The access token must be at least 24 hours old to be refreshed',
    });
  }
  const fresh = issueToken(call.world, token.account);
  return ok({
    access_token: fresh.token,
    token_type: 'bearer',
    expires_in: tokenSeconds,
    permissions:
      'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_insights',
  });
}
