import { expireToken, findAccount, findToken } from '../accounts.ts';
import { bringsRefresh } from '../google-refresh.ts';
import { basicClient, redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { accessSeconds, type Client, type Grant, issueAccess, keepRefresh, youtube } from './tokens.ts';

/** Google names no figure; ten minutes is what its codes are seen to live. */
const codeSeconds = 600;

/** POST /token on oauth2.googleapis.com. */
export async function token(call: Call): Promise<Answer> {
  const input = await call.body();
  const client = givenClient(call, input);
  if (client.clientId === '')
    return refusal(400, 'invalid_request', 'Could not determine client ID from request.');
  if (input.grant_type === 'authorization_code') return trade(call, input, client);
  if (input.grant_type === 'refresh_token') return refresh(call, input, client);
  return refusal(400, 'unsupported_grant_type', `Invalid grant_type: ${String(input.grant_type ?? '')}`);
}

function trade(call: Call, input: Record<string, unknown>, client: Client): Answer {
  if (client.clientSecret === '') return refusal(400, 'invalid_request', 'client_secret is missing.');
  const grant = redeemCode(call.world, youtube, {
    code: String(input.code ?? ''),
    clientId: client.clientId,
    redirectUri: String(input.redirect_uri ?? ''),
    ...(input.code_verifier === undefined ? {} : { verifier: String(input.code_verifier) }),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) return refusal(400, 'invalid_grant', 'Bad Request');
  const { account, scope } = grant;
  const granted: Grant = { client, scope, project: client.clientId };
  return ok({
    access_token: issueAccess(call.world, account, granted).token,
    expires_in: accessSeconds,
    ...(bringsRefresh(call.world, youtube, grant) && {
      refresh_token: keepRefresh(call.world, account, granted),
    }),
    scope,
    token_type: 'Bearer',
  });
}

/** The refresh token is not rotated: the answer has none, and the old one goes on working. */
function refresh(call: Call, input: Record<string, unknown>, client: Client): Answer {
  const given = findToken(call.world.store, youtube, String(input.refresh_token ?? ''));
  const grant = given?.data as Grant | undefined;
  const owner = grant?.client ?? client;
  if (client.clientId !== owner.clientId) return refusal(401, 'unauthorized_client', 'Unauthorized');
  if (client.clientSecret !== owner.clientSecret) {
    return refusal(401, 'invalid_client', 'The provided client secret is invalid.');
  }
  if (given?.kind !== 'refresh' || grant === undefined || given.expiresAt <= call.world.now()) {
    return refusal(400, 'invalid_grant', 'Token has been expired or revoked.');
  }
  const granted = { ...grant, client: owner };
  const isTesting = findAccount(call.world.store, youtube, given.account)?.username.startsWith('testing');
  // Use prolongs its life, except that of a token whose week was counted from the start.
  if (!isTesting) keepRefresh(call.world, given.account, granted, given.token);
  return ok({
    access_token: issueAccess(call.world, given.account, granted).token,
    expires_in: accessSeconds,
    scope: grant.scope,
    token_type: 'Bearer',
  });
}

/** POST /revoke?token=…: an access token takes its refresh token along. */
export async function revoke(call: Call): Promise<Answer> {
  const given = call.query.get('token') ?? String((await call.body()).token ?? '');
  const { store } = call.world;
  const found = findToken(store, youtube, given);
  if (found === null || found.expiresAt <= call.world.now()) {
    return refusal(400, 'invalid_token', 'Token expired or revoked');
  }
  for (const row of store.all(
    `SELECT token FROM tokens WHERE platform = ? AND account = ? AND json_extract(data, '$.project') = ?`,
    youtube,
    found.account,
    String(found.data.project),
  )) {
    expireToken(store, youtube, String(row.token), call.world.now());
  }
  return ok({});
}

/** In the body or as Basic, both of which Google takes. */
function givenClient(call: Call, input: Record<string, unknown>): Client {
  const { clientId, clientSecret } = basicClient(call) ?? { clientId: '', clientSecret: '' };
  return {
    clientId: String(input.client_id ?? clientId),
    clientSecret: String(input.client_secret ?? clientSecret),
  };
}

function refusal(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}
