import { accountOfToken, expireToken, findAccount, findToken, putToken, randomWord } from '../accounts.ts';
import { basicClient, redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok, Refusal } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { unauthorized } from './problems.ts';

export const twitter = 'twitter';
export const accessSeconds = 7200;
/** About six months; X names no exact figure. */
const refreshSeconds = 180 * 86_400;
const scope = 'tweet.read tweet.write users.read media.write offline.access';

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function issueTokens(world: World, account: string, client: Client, lifetime = accessSeconds) {
  const issuedAt = world.now();
  const issue = (kind: string, seconds: number) => {
    const token = Buffer.from(
      `${randomWord(32)}:${issuedAt}:1:${kind === 'access' ? 'at' : 'rt'}:1`,
    ).toString('base64url');
    const expiresAt = issuedAt + seconds * 1000;
    putToken(world.store, {
      token,
      platform: twitter,
      kind,
      account,
      issuedAt,
      expiresAt,
      data: { ...client },
    });
    return token;
  };
  return {
    accessToken: issue('access', lifetime),
    refreshToken: issue('refresh', refreshSeconds),
    expiresAt: issuedAt + lifetime * 1000,
  };
}

export function requireAccount(call: Call): Account {
  const token = call.bearer === null ? null : findToken(call.world.store, twitter, call.bearer);
  if (token?.kind !== 'access' || token.expiresAt <= call.world.now()) throw new Refusal(unauthorized());
  const account = findAccount(call.world.store, twitter, token.account);
  if (account === null) throw new Refusal(unauthorized());
  return account;
}

/** A user name that begins with "premium" pays for more. */
export function isPremium(account: Account): boolean {
  return account.username.toLowerCase().startsWith('premium');
}

export async function caller(call: Call): Promise<Account | null> {
  if (call.operation !== 'token' && call.operation !== 'revoke') {
    return accountOfToken(call.world.store, twitter, call.bearer);
  }
  const { refresh_token: refresh, token } = await call.body();
  return accountOfToken(call.world.store, twitter, String(refresh ?? token ?? ''));
}

/** POST /2/oauth2/token. A refresh token works once: whoever loses the answer has lost the account. */
export async function token(call: Call): Promise<Answer> {
  const input = await call.body();
  const { store } = call.world;
  if (input.grant_type === 'authorization_code') return tradeCode(call, input);
  if (input.grant_type !== 'refresh_token') {
    return oauthError(400, 'invalid_request', 'Missing required parameter or unsupported grant_type.');
  }
  const given = findToken(store, twitter, String(input.refresh_token ?? ''));
  const client = (given?.data ?? {}) as Partial<Client>;
  const claimed = claimedClient(call, input);
  if (claimed.clientId === undefined || (claimed.clientSecret === undefined && !('client_id' in input))) {
    return oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
  }
  const isSpent = given?.kind !== 'refresh' || given.expiresAt <= call.world.now();
  if (given === null || isSpent || claimed.clientId !== client.clientId) {
    return oauthError(400, 'invalid_request', 'Value passed for the token was invalid.');
  }
  if (claimed.clientSecret !== undefined && claimed.clientSecret !== client.clientSecret) {
    return oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
  }
  const fresh = store.transaction(() => {
    store.run('DELETE FROM tokens WHERE token = ?', given.token);
    return issueTokens(call.world, given.account, client as Client);
  });
  return ok({
    token_type: 'bearer',
    expires_in: accessSeconds,
    access_token: fresh.accessToken,
    scope,
    refresh_token: fresh.refreshToken,
  });
}

/** X's codes live thirty seconds. */
const codeSeconds = 30;

function tradeCode(call: Call, input: Record<string, unknown>): Answer {
  const { clientId, clientSecret = '' } = claimedClient(call, input);
  if (clientId === undefined)
    return oauthError(401, 'unauthorized_client', 'Missing valid authorization header');
  const grant = redeemCode(call.world, twitter, {
    code: String(input.code ?? ''),
    clientId,
    redirectUri: String(input.redirect_uri ?? ''),
    verifier: String(input.code_verifier ?? ''),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) {
    return oauthError(400, 'invalid_request', 'Value passed for the authorization code was invalid.');
  }
  const fresh = issueTokens(call.world, grant.account, { clientId, clientSecret });
  return ok({
    token_type: 'bearer',
    expires_in: accessSeconds,
    access_token: fresh.accessToken,
    scope: grant.scope,
    ...(grant.scope.includes('offline.access') && { refresh_token: fresh.refreshToken }),
  });
}

export async function revoke(call: Call): Promise<Answer> {
  const { token: given } = await call.body();
  expireToken(call.world.store, twitter, String(given ?? ''), call.world.now());
  return ok({ revoked: true });
}

function claimedClient(call: Call, input: Record<string, unknown>): Partial<Client> {
  return basicClient(call) ?? (input.client_id === undefined ? {} : { clientId: String(input.client_id) });
}

function oauthError(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}
