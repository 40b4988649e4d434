import { putToken, randomWord } from '../accounts.ts';
import { refuse } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { graphSignIn } from '../graph/sign-in.ts';
import { redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { World } from '../world.ts';

export const threads = 'threads';
export const longSeconds = 60 * 86_400;
const shortSeconds = 3600;
const codeSeconds = 3600;
const refreshableAfterSeconds = 86_400;

export function issueToken(world: World, kind: 'short' | 'long', account: string, lifetime: number) {
  const token = `THAA${randomWord(72).replace(/[-_]/g, 'Z')}`;
  const expiresAt = world.now() + lifetime * 1000;
  // A token with less to live counts as older, as it would have become by waiting.
  const issuedAt = kind === 'long' ? expiresAt - longSeconds * 1000 : world.now();
  putToken(world.store, { token, platform: threads, kind, account, issuedAt, expiresAt, data: {} });
  return { token, expiresAt };
}

export const { requireToken, requireAccount, requireOwner, caller, expireToken } = graphSignIn(threads);

/** POST /oauth/access_token: the code for an hour's token. */
export async function exchangeCode(call: Call): Promise<Answer> {
  const parameter = await parametersOf(call);
  const isCode = parameter('grant_type') === 'authorization_code' && parameter('client_secret') !== '';
  const grant = isCode
    ? redeemCode(call.world, threads, {
        code: parameter('code'),
        clientId: parameter('client_id'),
        redirectUri: parameter('redirect_uri'),
        lifetimeSeconds: codeSeconds,
      })
    : null;
  if (grant === null) {
    const error_message = 'Invalid authorization code or redirect_uri';
    return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message } };
  }
  const { token } = issueToken(call.world, 'short', grant.account, shortSeconds);
  // A bare integer larger than a double holds: whoever parses it as a number gets another profile.
  const body = `{"access_token":${JSON.stringify(token)},"user_id":${grant.account}}`;
  return { status: 200, body, headers: { 'content-type': 'application/json; charset=utf-8' } };
}

/** GET /access_token: an hour's token for one of sixty days. */
export async function exchangeToken(call: Call): Promise<Answer> {
  const { kind, account } = await requireToken(call);
  if (call.query.get('grant_type') !== 'th_exchange_token' || !call.query.get('client_secret')) {
    return refuse({ code: 100, message: 'Invalid parameter: grant_type or client_secret' });
  }
  if (kind !== 'short') return refuse({ code: 190, message: 'Session key invalid: not a short-lived token' });
  return longLived(call, account);
}

/** GET /refresh_access_token: sixty days more, once the token is a day old. */
export async function refreshToken(call: Call): Promise<Answer> {
  const { kind, account, issuedAt } = await requireToken(call);
  if (call.query.get('grant_type') !== 'th_refresh_token') {
    return refuse({ code: 100, message: 'Invalid parameter: grant_type must be th_refresh_token' });
  }
  if (kind !== 'long' || issuedAt + refreshableAfterSeconds * 1000 > call.world.now()) {
    return refuse({ code: 100, message: 'The access token must be long-lived and at least 24 hours old' });
  }
  return longLived(call, account);
}

function longLived(call: Call, account: string): Answer {
  // A token just issued has its whole life before it, so it cannot be refreshed for a day.
  const { token } = issueToken(call.world, 'long', account, longSeconds);
  return ok({ access_token: token, token_type: 'bearer', expires_in: longSeconds });
}
