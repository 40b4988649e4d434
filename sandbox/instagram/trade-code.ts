import { findToken, putToken, randomWord } from '../accounts.ts';
import { redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { graphError } from './graph-error.ts';
import { instagram, issueToken, tokenSeconds } from './sign-in.ts';

const codeSeconds = 3600;
const shortSeconds = 3600;

/** POST api.instagram.com/oauth/access_token: a code for a token that lives an hour. */
export async function tradeCode(call: Call): Promise<Answer> {
  const input = await call.body();
  const problem = (message: string): Answer => ({
    status: 400,
    body: { error_type: 'OAuthException', code: 400, error_message: message },
  });
  if (input.grant_type !== 'authorization_code') return problem('Invalid grant_type');
  if (!input.client_secret) return problem('You must provide a client_secret');
  const grant = redeemCode(call.world, instagram, {
    code: String(input.code ?? ''),
    clientId: String(input.client_id ?? ''),
    redirectUri: String(input.redirect_uri ?? ''),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) return problem('Matching code was not found or was already used');
  const token = `IGSHORT${randomWord(48).replace(/[-_]/g, 'Z')}`;
  const issuedAt = call.world.now();
  putToken(call.world.store, {
    token,
    platform: instagram,
    kind: 'short',
    account: grant.account,
    issuedAt,
    expiresAt: issuedAt + shortSeconds * 1000,
    data: {},
  });
  return ok({ data: [{ access_token: token, user_id: grant.account, permissions: grant.scope }] });
}

/** GET graph.instagram.com/access_token: the short token for one of 60 days. */
export async function exchangeToken(call: Call): Promise<Answer> {
  const given = findToken(call.world.store, instagram, call.query.get('access_token') ?? '');
  if (call.query.get('grant_type') !== 'ig_exchange_token' || !call.query.get('client_secret')) {
    return graphError({ code: 100, message: 'Invalid parameter' });
  }
  if (given === null || given.kind !== 'short' || given.expiresAt <= call.world.now()) {
    return graphError({ code: 190, message: 'Error validating access token' });
  }
  const fresh = issueToken(call.world, given.account);
  return ok({ access_token: fresh.token, token_type: 'bearer', expires_in: tokenSeconds });
}
