import { graphError, refuse } from '../graph/problem.ts';
import { redeemCode } from '../oauth-codes.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { facebook, issueToken, longSeconds, noEnd, readToken, requireUser, shortSeconds } from './sign-in.ts';

const codeSeconds = 600;
const scopes = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement', 'read_insights'];

/** GET /{v}/oauth/access_token: a code, or a short-lived login for a long-lived one. */
export function accessToken(call: Call): Answer {
  const value = (name: string) => call.query.get(name) ?? '';
  const appId = value('client_id');
  if (appId === '' || value('client_secret') === '') {
    return refuse({ code: 101, message: 'Missing client_id or client_secret parameter.' });
  }
  if (value('grant_type') === 'fb_exchange_token') return exchange(call, appId, value('fb_exchange_token'));
  const grant = redeemCode(call.world, facebook, {
    code: value('code'),
    clientId: appId,
    redirectUri: value('redirect_uri'),
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) {
    return refuse({
      code: 100,
      subcode: 36009,
      message: 'This authorization code has been used, has expired or was issued for another address.',
    });
  }
  const expiresAt = call.world.now() + shortSeconds * 1000;
  const token = issueToken(call.world, 'user_short', grant.account, appId, expiresAt);
  return ok({ access_token: token, token_type: 'bearer', expires_in: shortSeconds });
}

function exchange(call: Call, appId: string, given: string): Answer {
  const token = readToken(call, given);
  if (token.data.appId !== appId) {
    return refuse({ code: 190, message: 'Invalid OAuth access token: it belongs to another application.' });
  }
  const expiresAt = call.world.now() + longSeconds * 1000;
  const fresh = issueToken(call.world, 'user_long', token.account, appId, expiresAt);
  return ok({ access_token: fresh, token_type: 'bearer', expires_in: longSeconds });
}

/** GET /{v}/debug_token, signed with `{app-id}|{app-secret}`. */
export function debugToken(call: Call): Answer {
  const [appId = '', secret = ''] = (call.query.get('access_token') ?? call.bearer ?? '').split('|');
  if (appId === '' || secret === '') {
    return graphError({ code: 100, message: '(#100) You must provide an app access token' });
  }
  const row = call.world.store.get(
    'SELECT * FROM tokens WHERE token = ? AND platform = ?',
    call.query.get('input_token') ?? '',
    facebook,
  );
  if (row === undefined) {
    return ok({
      data: { is_valid: false, scopes: [], error: { code: 190, message: 'Invalid OAuth access token' } },
    });
  }
  const expiresAt = Number(row.expires_at);
  return ok({
    data: {
      app_id: appId,
      type: row.kind === 'page' ? 'PAGE' : 'USER',
      is_valid: expiresAt > call.world.now(),
      issued_at: Math.floor(Number(row.issued_at) / 1000),
      expires_at: expiresAt === noEnd ? 0 : Math.floor(expiresAt / 1000),
      data_access_expires_at: Math.floor(Number(row.issued_at) / 1000) + 90 * 86_400,
      profile_id: row.account,
      scopes,
      granular_scopes: scopes.map((scope) => ({ scope })),
    },
  });
}

export async function getPermissions(call: Call): Promise<Answer> {
  await requireUser(call);
  const data = scopes.map((permission) => ({ permission, status: 'granted' }));
  return ok({ data });
}
