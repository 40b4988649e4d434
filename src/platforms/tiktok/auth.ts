import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { readAnswer } from '../http.ts';
import type { AppClient, Auth, Credentials, Discovered, SigningIn } from '../signing-in.ts';
import { API_VERSION } from './api.ts';
import { errorCodeOf, tiktokError, tokenError, tokenRefusal } from './errors.ts';

const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token: z.string().min(1).optional(),
  open_id: z.string().min(1),
  scope: z.string().optional(),
});

const scopes = [
  'user.info.basic',
  'user.info.profile',
  'video.publish',
  'video.upload',
  'video.list',
] as const;

/** Login Kit v2 for web: one login is one account. */
export const auth: Auth = {
  kind: 'oauth2',
  // Access tokens live a day. An hour ahead, so that a token outlasts a long upload.
  refreshAheadSeconds: 60 * 60,
  async refresh({ credentials, ...at }) {
    if (!credentials.refreshToken)
      throw new PostboteError('platform_auth', { facts: { platform: 'tiktok' } });
    const form = { grant_type: 'refresh_token', refresh_token: credentials.refreshToken };
    return asCredentials(await askToken(at, clientOf(at, credentials), form), at.now, credentials);
  },
  revocation: {
    // It takes our app off the account's list of connected ones.
    ends: 'account',
    async revoke({ credentials, ...at }) {
      await postForm(at, 'revoke', clientOf(at, credentials), { token: credentials.accessToken });
    },
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.web}/v2/auth/authorize/`,
    scopes,
    scopeSeparator: ',',
    clientIdName: 'client_key',
    // For desktop and mobile apps only.
    pkce: false,
    async exchange({ code, redirectUri, verifier, ...at }) {
      const fresh = await askToken(at, at.client ?? null, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(verifier !== null && { code_verifier: verifier }),
      });
      const credentials = asCredentials(fresh, at.now, null);
      // People may untick rights; without this one nothing can be posted, which is better said at once.
      if (!hasScope(credentials, 'video.publish') && !hasScope(credentials, 'video.upload')) {
        throw new PostboteError('platform_permission', {
          facts: { platform: 'tiktok', reason: 'scope_not_authorized' },
          raw: `granted: ${fresh.scope ?? ''}`.slice(0, 200),
        });
      }
      return credentials;
    },
    discover: async (at) => [await readUser(at)],
  },
};

function clientOf({ client }: SigningIn, { extra = {} }: Credentials): AppClient | null {
  const { clientId: id, clientSecret: secret } = extra;
  return client ?? (id && secret ? { id, secret } : null);
}

async function askToken(
  at: SigningIn,
  client: AppClient | null,
  form: Record<string, string>,
): Promise<z.infer<typeof token>> {
  return readAnswer(await postForm(at, 'token', client, form), token);
}

async function postForm(
  at: SigningIn,
  to: 'token' | 'revoke',
  client: AppClient | null,
  form: Record<string, string>,
): Promise<CallAnswer> {
  if (!client)
    throw new PostboteError('platform_auth', { facts: { platform: 'tiktok', reason: 'no_client' } });
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/${API_VERSION}/oauth/${to}/`,
    form: { client_key: client.id, client_secret: client.secret, ...form },
    classify: tokenError,
  });
  const refusal = tokenRefusal(answer);
  if (refusal) throw refusal;
  return answer;
}

/** The refresh token may be a new one; where none comes, the old one goes on. */
function asCredentials(fresh: z.infer<typeof token>, now: number, old: Credentials | null): Credentials {
  const refreshToken = fresh.refresh_token ?? old?.refreshToken;
  const scope = fresh.scope ?? old?.extra?.scope;
  return {
    accessToken: fresh.access_token,
    ...(refreshToken && { refreshToken }),
    expiresAt: now + fresh.expires_in * 1000,
    extra: { ...old?.extra, openId: fresh.open_id, ...(scope && { scope }) },
  };
}

/** Where the granted rights are not known, they are taken as given: the platform will say. */
function hasScope({ extra }: Credentials, scope: string): boolean {
  return extra?.scope === undefined || extra.scope.split(/[ ,]+/).includes(scope);
}

const user = z.object({
  data: z.object({
    user: z.object({
      open_id: z.string().min(1),
      display_name: z.string().optional(),
      username: z.string().optional(),
    }),
  }),
});

async function readUser(at: SigningIn & { credentials: Credentials }): Promise<Discovered> {
  const { credentials } = at;
  // A field beyond the granted scopes fails the whole call.
  const names = [
    'open_id',
    'display_name',
    ...(hasScope(credentials, 'user.info.profile') ? ['username'] : []),
  ];
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/${API_VERSION}/user/info/?fields=${names.join(',')}`,
    headers: { authorization: `Bearer ${credentials.accessToken}` },
    classify: tiktokError,
  });
  if ((errorCodeOf(answer) ?? 'ok') !== 'ok') throw tiktokError(answer);
  const { open_id: externalId, display_name: name, username } = readAnswer(answer, user).data.user;
  return { externalId, name: name || username || externalId, username: username ?? null, credentials };
}
