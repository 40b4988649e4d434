import { accountOfToken, findAccount, findToken, putToken, randomWord } from '../accounts.ts';
import { basicClient, redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok, Refusal } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { authenticationFailed, pinterestError, refuse } from './pinterest-error.ts';

export const pinterest = 'pinterest';
export const accessSeconds = 30 * 86_400;
/** Continuous refresh: every refresh token lives 60 days and is followed by a new one. */
export const refreshSeconds = 60 * 86_400;
const codeSeconds = 600;
export const allScopes = [
  'user_accounts:read',
  'boards:read',
  'boards:write',
  'boards:read_secret',
  'boards:write_secret',
  'pins:read',
  'pins:write',
  'pins:read_secret',
  'pins:write_secret',
];

interface TokenData {
  readonly scope: string;
  /** Null: any app may use it (accounts made on the sandbox's own page). */
  readonly clientId: string | null;
}

export function issueTokens(
  world: World,
  account: string,
  given: Partial<TokenData> = {},
  lifetime = accessSeconds,
) {
  const issuedAt = world.now();
  const data = { scope: given.scope ?? allScopes.join(' '), clientId: given.clientId ?? null };
  const issue = (kind: string, prefix: string, seconds: number) => {
    const token = `${prefix}${randomWord(45).replace(/[-_]/g, 'A').toUpperCase()}`;
    const expiresAt = issuedAt + seconds * 1000;
    putToken(world.store, { token, platform: pinterest, kind, account, issuedAt, expiresAt, data });
    return token;
  };
  return {
    accessToken: issue('access', 'pina_', lifetime),
    refreshToken: issue('refresh', 'pinr_', refreshSeconds),
    expiresAt: issuedAt + lifetime * 1000,
    scope: data.scope,
  };
}

export function requireAccount(call: Call, ...scopes: string[]): Account {
  const token = call.bearer === null ? null : findToken(call.world.store, pinterest, call.bearer);
  if (token?.kind !== 'access' || token.expiresAt <= call.world.now())
    throw new Refusal(authenticationFailed());
  const account = findAccount(call.world.store, pinterest, token.account);
  if (account === null) throw new Refusal(authenticationFailed());
  const granted = scopesOf(call);
  const missing = scopes.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) refuse(403, 29, `Your token lacks the scopes ${missing.join(', ')}`);
  return account;
}

export function scopesOf(call: Call): string[] {
  const token = call.bearer === null ? null : findToken(call.world.store, pinterest, call.bearer);
  return String(token?.data.scope ?? '').split(/[\s,]+/);
}

export async function caller(call: Call): Promise<Account | null> {
  if (call.operation !== 'token') return accountOfToken(call.world.store, pinterest, call.bearer);
  const { refresh_token: refresh } = await call.body();
  return accountOfToken(call.world.store, pinterest, String(refresh ?? ''));
}

/** POST /v5/oauth/token: the app proves itself by HTTP Basic, never in the form. */
export async function token(call: Call): Promise<Answer> {
  const input = await call.body();
  const { clientId, clientSecret } = basicClient(call) ?? { clientId: '', clientSecret: '' };
  if (clientId === '' || clientSecret === '') return authenticationFailed();
  switch (input.grant_type) {
    case 'authorization_code':
      return exchangeCode(call, input, clientId);
    case 'refresh_token':
      return refreshToken(call, input, clientId);
    default:
      return oauthError(400, 1, 'unsupported_grant_type', 'grant_type is not supported');
  }
}

function exchangeCode(call: Call, input: Record<string, unknown>, clientId: string): Answer {
  const grant = redeemCode(call.world, pinterest, {
    code: String(input.code ?? ''),
    clientId,
    redirectUri: String(input.redirect_uri ?? ''),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) return invalidGrant();
  return tokenAnswer('authorization_code', call, grant.account, grant.scope.replaceAll(',', ' '), clientId);
}

function refreshToken(call: Call, input: Record<string, unknown>, clientId: string): Answer {
  const given = findToken(call.world.store, pinterest, String(input.refresh_token ?? ''));
  const { clientId: boundTo = null, scope = '' } = (given?.data ?? {}) as Partial<TokenData>;
  const isDead = given?.kind !== 'refresh' || given.expiresAt <= call.world.now();
  if (given === null || isDead || (boundTo !== null && boundTo !== clientId)) return invalidGrant();
  return tokenAnswer('refresh_token', call, given.account, scope, boundTo);
}

function tokenAnswer(
  responseType: string,
  call: Call,
  account: string,
  scope: string,
  clientId: string | null,
): Answer {
  const fresh = issueTokens(call.world, account, { scope, clientId });
  return ok({
    response_type: responseType,
    access_token: fresh.accessToken,
    token_type: 'bearer',
    expires_in: accessSeconds,
    scope,
    refresh_token: fresh.refreshToken,
    refresh_token_expires_in: refreshSeconds,
    refresh_token_expires_at: Math.floor(call.world.now() / 1000) + refreshSeconds,
  });
}

/** Seen by others with code 283; the refresh grant answers 401, not RFC 6749's 400. */
const invalidGrant = () => oauthError(401, 283, 'invalid_grant', 'The authorization grant is invalid');

function oauthError(status: number, code: number, error: string, message: string): Answer {
  const answer = pinterestError(status, code, message);
  return { ...answer, body: { ...(answer.body as object), error, error_description: message } };
}
