import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Auth } from '../platform.ts';
import { tokenError } from './errors.ts';

const token = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
});

/** OAuth 2.0 with PKCE. A refresh token works once: the caller holds the account's lock. */
export const auth: Auth = {
  kind: 'oauth2',
  // Access tokens live two hours.
  refreshAheadSeconds: 10 * 60,
  async refresh({ call, hosts, credentials, now }) {
    const { clientId = '', clientSecret } = credentials.extra ?? {};
    if (!credentials.refreshToken) throw new PostboteError('platform_auth');
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await call({
      method: 'POST',
      url: `${hosts.api}/2/oauth2/token`,
      headers: clientSecret ? { authorization: `Basic ${basic}` } : {},
      form: {
        grant_type: 'refresh_token',
        refresh_token: credentials.refreshToken,
        ...(!clientSecret && { client_id: clientId }),
      },
      classify: tokenError,
    });
    const fresh = readAnswer(answer, token);
    return {
      ...credentials,
      accessToken: fresh.access_token,
      refreshToken: fresh.refresh_token ?? credentials.refreshToken,
      expiresAt: now + fresh.expires_in * 1000,
    };
  },
};
