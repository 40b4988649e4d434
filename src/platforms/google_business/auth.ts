import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { googleRevocation } from '../google-revocation.ts';
import { readAnswer } from '../http.ts';
import type { Auth, Credentials, SigningIn } from '../signing-in.ts';
import { discover } from './discover.ts';
import { tokenError } from './errors.ts';

const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  // With the first consent only; a refresh has none.
  refresh_token: z.string().min(1).optional(),
});

export const auth: Auth = {
  kind: 'oauth2',
  // Access tokens live an hour.
  refreshAheadSeconds: 5 * 60,
  async refresh({ credentials, ...at }) {
    const { refreshToken } = credentials;
    if (!refreshToken) throw new PostboteError('platform_auth', { facts: { platform: 'google_business' } });
    return requestToken(at, credentials, { grant_type: 'refresh_token', refresh_token: refreshToken });
  },
  revocation: googleRevocation(tokenError),
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.signin}/o/oauth2/v2/auth`,
    scopes: ['https://www.googleapis.com/auth/business.manage'],
    scopeSeparator: ' ',
    clientIdName: 'client_id',
    pkce: true,
    // Without both of the first there is no refresh token for a user who agreed before.
    params: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
    exchange: ({ code, redirectUri, verifier, ...at }) =>
      requestToken(at, null, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(verifier && { code_verifier: verifier }),
      }),
    discover,
  },
};

async function requestToken(
  at: SigningIn,
  old: Credentials | null,
  form: Record<string, string>,
): Promise<Credentials> {
  const { clientId = '', clientSecret = '' } = old?.extra ?? {};
  const { id, secret } = at.client ?? { id: clientId, secret: clientSecret };
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.oauth}/token`,
    form: { ...form, client_id: id, client_secret: secret },
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
