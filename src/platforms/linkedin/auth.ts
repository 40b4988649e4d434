import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Auth, Credentials, SigningIn } from '../signing-in.ts';
import { discover } from './discover.ts';
import { tokenError } from './errors.ts';

const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().optional(),
});

/**
 * Access tokens live 60 days. A refresh token (365 days, its clock is never reset) is given to approved partners
 * only; everybody else signs in again when the 60 days are over.
 */
export const auth: Auth = {
  kind: 'oauth2',
  // A refresh token outlives the access token by far, so nothing is lost by renewing late.
  refreshAheadSeconds: 24 * 60 * 60,
  // Most apps are never given one: their logins end after 60 days.
  renews: ({ refreshToken }) => refreshToken !== undefined,
  async refresh(at) {
    const { credentials, now } = at;
    const { refreshToken, expiresAt = 0, extra = {} } = credentials;
    if (refreshToken === undefined) {
      // Nothing to renew it with, and until its last minute nothing wrong with it either.
      if (now < expiresAt) return credentials;
      throw new PostboteError('platform_auth', { facts: { platform: 'linkedin' } });
    }
    return await askToken(at, credentials, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...clientForm(at, extra),
    });
  },
  revocation: {
    // A member and the pages they look after share one login.
    ends: 'person',
    async revoke(at) {
      const { accessToken, refreshToken, extra } = at.credentials;
      for (const one of [accessToken, refreshToken]) {
        if (one === undefined) continue;
        await at.call({
          method: 'POST',
          url: `${at.hosts.www}/oauth/v2/revoke`,
          form: { ...clientForm(at, extra), token: one },
          classify: tokenError,
        });
      }
    },
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.www}/oauth/v2/authorization`,
    // The product "Community Management API": member and pages by one login. Its apps have no OpenID product.
    scopes: [
      'r_basicprofile',
      'w_member_social',
      'w_organization_social',
      'r_organization_social',
      'rw_organization_admin',
      'r_member_postAnalytics',
    ],
    // The products that everybody can add to an app: posts of the member alone, and no numbers.
    narrower: { error: 'unauthorized_scope_error', scopes: ['openid', 'profile', 'w_member_social'] },
    scopeSeparator: ' ',
    clientIdName: 'client_id',
    // The web flow knows none; the client secret is mandatory instead.
    pkce: false,
    exchange: (at) =>
      askToken(at, null, {
        grant_type: 'authorization_code',
        code: at.code,
        redirect_uri: at.redirectUri,
        ...clientForm(at),
      }),
    discover,
  },
};

function clientForm({ client }: SigningIn, extra: Credentials['extra'] = {}) {
  const { id = extra.clientId, secret = extra.clientSecret } = client ?? {};
  if (id !== undefined && secret !== undefined) return { client_id: id, client_secret: secret };
  throw new PostboteError('platform_permission', { facts: { platform: 'linkedin', reason: 'app_missing' } });
}

async function askToken(
  { call, hosts, now }: SigningIn,
  old: Credentials | null,
  form: Record<string, string>,
): Promise<Credentials> {
  const answer = await call({
    method: 'POST',
    url: `${hosts.www}/oauth/v2/accessToken`,
    form,
    classify: tokenError,
  });
  const fresh = readAnswer(answer, token);
  const refreshToken = fresh.refresh_token ?? old?.refreshToken;
  const refreshSeconds = fresh.refresh_token_expires_in;
  return {
    accessToken: fresh.access_token,
    ...(refreshToken !== undefined && { refreshToken }),
    expiresAt: now + fresh.expires_in * 1000,
    extra: {
      ...old?.extra,
      // Asked for with spaces, answered with commas.
      ...(fresh.scope !== undefined && { scope: fresh.scope.split(/[ ,]+/).join(' ') }),
      ...(refreshSeconds !== undefined && { refreshExpiresAt: String(now + refreshSeconds * 1000) }),
    },
  };
}
