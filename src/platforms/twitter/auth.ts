import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { readAnswer } from '../http.ts';
import type { AppClient, Auth, Credentials, SigningIn } from '../signing-in.ts';
import { tokenError, twitterError } from './errors.ts';

const token = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
});

const me = z.object({ data: z.object({ id: z.string(), name: z.string(), username: z.string() }) });

/** OAuth 2.0 with PKCE. A refresh token works once: the caller holds the account's lock. */
export const auth: Auth = {
  kind: 'oauth2',
  // Access tokens live two hours.
  refreshAheadSeconds: 10 * 60,
  async refresh(at) {
    const { credentials } = at;
    if (!credentials.refreshToken) throw new PostboteError('platform_auth');
    const grant = { grant_type: 'refresh_token', refresh_token: credentials.refreshToken };
    return { ...credentials, ...(await askToken(at, grant, credentials)) };
  },
  revocation: {
    ends: 'login',
    // Each by itself: X does not say that one takes the other along.
    async revoke(at) {
      const { accessToken, refreshToken } = at.credentials;
      if (refreshToken) await postToken(at, 'revoke', { token: refreshToken }, at.credentials);
      await postToken(at, 'revoke', { token: accessToken }, at.credentials);
    },
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.web}/i/oauth2/authorize`,
    // Without offline.access there is no refresh token.
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    scopeSeparator: ' ',
    clientIdName: 'client_id',
    pkce: true,
    exchange: (at) =>
      askToken(at, {
        grant_type: 'authorization_code',
        code: at.code,
        redirect_uri: at.redirectUri,
        code_verifier: at.verifier ?? '',
      }),
    async discover({ call, hosts, credentials }) {
      const answer = await call({
        method: 'GET',
        url: `${hosts.api}/2/users/me?user.fields=id,name,username`,
        headers: { authorization: `Bearer ${credentials.accessToken}` },
        classify: twitterError,
      });
      const { data } = readAnswer(answer, me);
      return [{ externalId: data.id, name: data.name, username: data.username, credentials }];
    },
  },
};

/** The login was made with one app and can only be renewed with it; what it carries goes before what is entered. */
function clientOf({ client }: SigningIn, credentials?: Credentials): AppClient {
  const { clientId, clientSecret } = credentials?.extra ?? {};
  if (clientId) return { id: clientId, secret: clientSecret ?? '' };
  return client ?? { id: '', secret: '' };
}

async function askToken(
  at: SigningIn,
  grant: Record<string, string>,
  old?: Credentials,
): Promise<Credentials> {
  const fresh = readAnswer(await postToken(at, 'token', grant, old), token);
  return {
    accessToken: fresh.access_token,
    refreshToken: fresh.refresh_token ?? old?.refreshToken,
    expiresAt: at.now + fresh.expires_in * 1000,
  };
}

function postToken(
  at: SigningIn,
  to: 'token' | 'revoke',
  form: Record<string, string>,
  old?: Credentials,
): Promise<CallAnswer> {
  const client = clientOf(at, old);
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  return at.call({
    method: 'POST',
    url: `${at.hosts.api}/2/oauth2/${to}`,
    headers: client.secret ? { authorization: `Basic ${basic}` } : {},
    form: { ...form, ...(!client.secret && { client_id: client.id }) },
    classify: tokenError,
  });
}
