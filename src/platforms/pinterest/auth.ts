import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Auth, Credentials, SigningIn } from '../signing-in.ts';
import { get, VERSION } from './api.ts';
import { tokenError } from './errors.ts';

const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
});

const account = z.object({
  id: z.string().min(1),
  username: z.string(),
  business_name: z.string().nullish(),
});

/** Access tokens live 30 days, refresh tokens 60; each refresh begins both anew. */
export const auth: Auth = {
  kind: 'oauth2',
  refreshAheadSeconds: 10 * 24 * 60 * 60,
  async refresh({ credentials, ...at }) {
    if (!credentials.refreshToken) throw new PostboteError('platform_auth', { facts });
    return requestToken(at, credentials, {
      grant_type: 'refresh_token',
      refresh_token: credentials.refreshToken,
    });
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.web}/oauth/`,
    scopes: ['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'],
    scopeSeparator: ',',
    clientIdName: 'client_id',
    pkce: false,
    exchange: ({ code, redirectUri, ...at }) =>
      requestToken(at, null, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        // Apps made before 2025-09-25 must ask for the refresh tokens that follow each other.
        continuous_refresh: 'true',
      }),
    /** One login is one account. */
    async discover(at) {
      const found = await get(at, 'user_account', account);
      const name = found.business_name || found.username;
      return [{ externalId: found.id, name, username: found.username, credentials: at.credentials }];
    },
  },
};

const facts = { platform: 'pinterest' };

async function requestToken(
  at: SigningIn,
  old: Credentials | null,
  form: Record<string, string>,
): Promise<Credentials> {
  const { clientId = '', clientSecret = '' } = old?.extra ?? {};
  const { id, secret } = at.client ?? { id: clientId, secret: clientSecret };
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/${VERSION}/oauth/token`,
    // The app proves itself here and nowhere else.
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    form,
    classify: tokenError,
  });
  const fresh = readAnswer(answer, token);
  const refreshToken = fresh.refresh_token ?? old?.refreshToken;
  return {
    ...old,
    accessToken: fresh.access_token,
    ...(refreshToken && { refreshToken }),
    expiresAt: at.now + fresh.expires_in * 1000,
  };
}
