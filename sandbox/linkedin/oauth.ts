import { accountOfToken, findToken, putToken, randomWord } from '../accounts.ts';
import { redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { linkedin } from './login.ts';

const DAY = 86_400;
export const accessSeconds = 60 * DAY;
const refreshSeconds = 365 * DAY;
const codeSeconds = 30 * 60;

/** All products together; a self-serve app has only the first three. */
export const selfServeScope = 'openid profile w_member_social';
export const fullScope = `${selfServeScope} r_basicprofile w_organization_social r_organization_social rw_organization_admin r_member_postAnalytics`;

export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Only approved partners are given refresh tokens: here, whoever holds Community Management scopes. Without a
 * client the login belongs to any app.
 */
export function issueTokens(
  world: World,
  account: string,
  client: Client | null,
  scope: string,
  lifetime = accessSeconds,
) {
  const isPartner = /organization|r_basicprofile/.test(scope);
  const refresh = isPartner ? putNew(world, 'refresh', account, refreshSeconds, { ...client, scope }) : null;
  const access = putNew(world, 'access', account, lifetime, { ...client, scope });
  return { access, refresh };
}

function putNew(
  world: World,
  kind: 'access' | 'refresh',
  account: string,
  seconds: number,
  data: Record<string, unknown>,
) {
  // LinkedIn advises to plan for 1,000 characters.
  const token = `AQ${randomWord(kind === 'access' ? 260 : 380)}`;
  const issuedAt = world.now();
  const expiresAt = issuedAt + seconds * 1000;
  putToken(world.store, { token, platform: linkedin, kind, account, issuedAt, expiresAt, data });
  return { token, expiresAt };
}

export async function tokenCaller(call: Call): Promise<Account | null> {
  const { refresh_token: refresh, token } = await call.body();
  return accountOfToken(call.world.store, linkedin, String(refresh ?? token ?? ''));
}

/** POST /oauth/v2/accessToken; the client's secret travels in the form. */
export async function token(call: Call): Promise<Answer> {
  const input = await call.body();
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : '');
  const client = { clientId: text('client_id'), clientSecret: text('client_secret') };
  const missing = ['grant_type', 'client_id', 'client_secret'].find((name) => text(name) === '');
  if (missing !== undefined) {
    return oauthError(400, 'invalid_request', `A required parameter "${missing}" is missing`);
  }
  if (text('grant_type') === 'authorization_code') return tradeCode(call, client, text);
  if (text('grant_type') === 'refresh_token') return renew(call, client, text('refresh_token'));
  return oauthError(400, 'unsupported_grant_type', 'The passed in grant_type is invalid');
}

function tradeCode(call: Call, client: Client, text: (name: string) => string): Answer {
  const grant = redeemCode(call.world, linkedin, {
    code: text('code'),
    clientId: client.clientId,
    redirectUri: text('redirect_uri'),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) {
    return oauthError(
      400,
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    );
  }
  const { access, refresh } = issueTokens(call.world, grant.account, client, grant.scope);
  return ok({
    access_token: access.token,
    expires_in: accessSeconds,
    ...(refresh && { refresh_token: refresh.token, refresh_token_expires_in: refreshSeconds }),
    // Asked for with spaces, answered with commas.
    scope: grant.scope.split(/[ ,]+/).join(','),
    token_type: 'Bearer',
  });
}

/** The refresh token stays the same and its clock runs on: no access token outlives it. */
function renew(call: Call, client: Client, given: string): Answer {
  const { world } = call;
  const held = findToken(world.store, linkedin, given);
  const isGood = held?.kind === 'refresh' && held.expiresAt > world.now();
  const { clientId = client.clientId, clientSecret = client.clientSecret } = held?.data ?? {};
  if (!isGood || clientId !== client.clientId) {
    return oauthError(
      400,
      'invalid_request',
      'The provided authorization grant or refresh token is invalid, expired or revoked.',
    );
  }
  if (clientSecret !== client.clientSecret) {
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  }
  const left = Math.floor((held.expiresAt - world.now()) / 1000);
  const seconds = Math.min(accessSeconds, left);
  const access = putNew(world, 'access', held.account, seconds, held.data);
  return ok({
    access_token: access.token,
    expires_in: seconds,
    refresh_token: held.token,
    refresh_token_expires_in: left,
    scope: String(held.data.scope).split(/[ ,]+/).join(','),
    token_type: 'Bearer',
  });
}

export async function revoke(call: Call): Promise<Answer> {
  const { token: given } = await call.body();
  const held = findToken(call.world.store, linkedin, String(given ?? ''));
  if (held !== null) putToken(call.world.store, { ...held, kind: 'revoked' });
  return { status: 200 };
}

function oauthError(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}
