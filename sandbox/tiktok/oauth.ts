import {
  accountOfToken,
  expireAllTokens,
  findAccount,
  findToken,
  putToken,
  randomWord,
} from '../accounts.ts';
import { redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok, Refusal } from '../platform.ts';
import type { Account, Token } from '../store.ts';
import type { World } from '../world.ts';
import { invalidToken, logId, refuse } from './answers.ts';
import { findByUploadId } from './publication.ts';

export const tiktok = 'tiktok';
export const accessSeconds = 86_400;
const refreshSeconds = 31_536_000;
/** TikTok names no figure for the code. */
const codeSeconds = 600;
export const allScopes =
  'user.info.basic,user.info.profile,user.info.stats,video.publish,video.upload,video.list';

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

export function issueTokens(
  world: World,
  account: string,
  client: Client | null,
  scope = allScopes,
  lifetime = accessSeconds,
) {
  const issuedAt = world.now();
  const issue = (kind: 'access' | 'refresh', seconds: number) => {
    const token = `${kind === 'access' ? 'act' : 'rft'}.${randomWord(36)}!${4000 + (issuedAt % 1000)}.e1`;
    const expiresAt = issuedAt + seconds * 1000;
    const data = { ...client, scope };
    putToken(world.store, { token, platform: tiktok, kind, account, issuedAt, expiresAt, data });
    return token;
  };
  return {
    accessToken: issue('access', lifetime),
    refreshToken: issue('refresh', refreshSeconds),
    expiresAt: issuedAt + lifetime * 1000,
  };
}

/** The account of a living token that was granted the scope. */
export function requireAccount(call: Call, ...scopes: readonly string[]): Account {
  const token = call.bearer === null ? null : findToken(call.world.store, tiktok, call.bearer);
  if (token?.kind !== 'access' || token.expiresAt <= call.world.now()) throw new Refusal(invalidToken());
  const account = findAccount(call.world.store, tiktok, token.account);
  if (account === null) throw new Refusal(invalidToken());
  if (scopes.length > 0 && !scopes.some((scope) => grantedScopes(token).includes(scope))) {
    refuse('scope_not_authorized', `The user did not authorize the scope required: ${scopes.join(' or ')}`);
  }
  return account;
}

export function grantedScopes(token: Token): string[] {
  return String(token.data.scope ?? '').split(',');
}

export async function caller(call: Call): Promise<Account | null> {
  const { store } = call.world;
  if (call.operation === 'upload') {
    const found = findByUploadId(call.world, call.query.get('upload_id') ?? '');
    return found === null ? null : findAccount(store, tiktok, found.account);
  }
  if (call.operation !== 'token' && call.operation !== 'revoke') {
    return accountOfToken(store, tiktok, call.bearer);
  }
  const { refresh_token: refresh, token } = await call.body();
  return accountOfToken(store, tiktok, String(refresh ?? token ?? ''));
}

/** POST /v2/oauth/token/ for both grants. */
export async function token(call: Call): Promise<Answer> {
  const input = await call.body();
  const text = (name: string) => String(input[name] ?? '');
  const isForm = call.request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (!isForm)
    return oauthError(400, 'invalid_request', 'Only application/x-www-form-urlencoded is supported.');
  const client = { clientId: text('client_key'), clientSecret: text('client_secret') };
  if (client.clientId === '' || client.clientSecret === '') {
    return oauthError(
      400,
      'invalid_request',
      'The request parameters client_key or client_secret are missing.',
    );
  }
  if (text('grant_type') === 'authorization_code') return redeem(call, client, text);
  if (text('grant_type') === 'refresh_token') return refresh(call, client, text('refresh_token'));
  return oauthError(400, 'unsupported_grant_type', 'The grant type is not supported.');
}

function redeem(call: Call, client: Client, text: (name: string) => string): Answer {
  const grant = redeemCode(call.world, tiktok, {
    code: text('code'),
    clientId: client.clientId,
    redirectUri: text('redirect_uri'),
    verifier: text('code_verifier'),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) return oauthError(200, 'invalid_grant', 'Authorization code is expired.');
  return tokenAnswer(call.world, grant.account, client, grant.scope.replaceAll(' ', ','));
}

function refresh(call: Call, client: Client, given: string): Answer {
  const { store } = call.world;
  const found = findToken(store, tiktok, given);
  if (found?.kind !== 'refresh' || found.expiresAt <= call.world.now()) {
    return oauthError(200, 'invalid_grant', 'Refresh token is invalid or expired.');
  }
  const { clientId, clientSecret, scope } = found.data as Partial<Client> & { scope: string };
  // Tokens handed out by the control API belong to no app yet: the first one to come is theirs.
  const isOurs =
    clientId === undefined || (clientId === client.clientId && clientSecret === client.clientSecret);
  if (!isOurs) {
    return oauthError(401, 'invalid_client', 'Client key or secret is incorrect.');
  }
  // "May return a new refresh token": here it always does, and the old one is dead, which is the harder case.
  return store.transaction(() => {
    store.run('DELETE FROM tokens WHERE token = ?', given);
    return tokenAnswer(call.world, found.account, client, scope);
  });
}

function tokenAnswer(world: World, account: string, client: Client, scope: string): Answer {
  const { accessToken, refreshToken } = issueTokens(world, account, client, scope);
  return ok({
    access_token: accessToken,
    expires_in: accessSeconds,
    open_id: account,
    refresh_expires_in: refreshSeconds,
    refresh_token: refreshToken,
    scope,
    token_type: 'Bearer',
  });
}

/** The app is off the account's list of connected ones: whatever it still holds is worth nothing. */
export async function revoke(call: Call): Promise<Answer> {
  const { token: given } = await call.body();
  const found = findToken(call.world.store, tiktok, String(given ?? ''));
  if (found) expireAllTokens(call.world.store, tiktok, found.account, call.world.now());
  return ok({});
}

/** TikTok answers a refused grant with HTTP 200 as well: only the body tells. */
function oauthError(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description, log_id: logId() } };
}
