import { type ZodType, z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, readAnswer } from '../http.ts';
import type { AppClient, Auth, Credentials, Discovered, SigningIn } from '../signing-in.ts';
import { threadsError } from './errors.ts';
import { graph } from './graph.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_MS = 60 * DAY_MS;

const shortToken = z.object({ access_token: z.string() });
const longToken = z.object({ access_token: z.string(), expires_in: z.number() });

/** One token of 60 days that renews itself; once over, only a new login helps. */
export const auth: Auth = {
  kind: 'oauth2',
  // From the tenth day on, so that weeks of trouble cannot outlast it.
  refreshAheadSeconds: 50 * 24 * 60 * 60,
  async refresh(at) {
    const { credentials, now } = at;
    // A token younger than 24 hours is refused.
    if (now - issuedAt(credentials) < DAY_MS) return credentials;
    const query = { grant_type: 'th_refresh_token', access_token: credentials.accessToken };
    return withToken(credentials, await ask(at, 'refresh_access_token', query, longToken), now);
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.web}/oauth/authorize`,
    scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_insights'],
    scopeSeparator: ',',
    clientIdName: 'client_id',
    pkce: false,
    async exchange(at) {
      const { id, secret } = requireClient(at);
      const answer = await at.call({
        method: 'POST',
        url: `${at.hosts.graph}/oauth/access_token`,
        form: {
          client_id: id,
          client_secret: secret,
          grant_type: 'authorization_code',
          redirect_uri: at.redirectUri,
          // The redirect ends in `#_`, which is no part of the code.
          code: at.code.replace(/#_$/, ''),
        },
        classify: codeError,
      });
      // Its `user_id` is an integer beyond what JSON.parse can hold; the profile itself is asked instead.
      const { access_token: short } = readAnswer(answer, shortToken);
      const query = { grant_type: 'th_exchange_token', client_secret: secret, access_token: short };
      return withToken({ accessToken: short }, await ask(at, 'access_token', query, longToken), at.now);
    },
    discover,
  },
};

const profile = z.object({ id: z.string(), username: z.string().optional(), name: z.string().optional() });

/** One token, one profile. */
async function discover(at: SigningIn & { credentials: Credentials }): Promise<readonly Discovered[]> {
  const { id, username = null, name } = await graph.get(at, 'me', { fields: 'id,username,name' }, profile);
  return [{ externalId: id, name: name || username || id, username, credentials: at.credentials }];
}

/** These three addresses bear no version. */
async function ask<T>(
  at: SigningIn,
  path: string,
  query: Record<string, string>,
  shape: ZodType<T>,
): Promise<T> {
  const url = `${at.hosts.graph}/${path}?${new URLSearchParams(query)}`;
  return readAnswer(await at.call({ method: 'GET', url, classify: threadsError }), shape);
}

function withToken(old: Credentials, fresh: z.infer<typeof longToken>, now: number): Credentials {
  return {
    ...old,
    accessToken: fresh.access_token,
    expiresAt: now + fresh.expires_in * 1000,
    extra: { ...old.extra, issuedAt: String(now) },
  };
}

/** Where the moment was not stored, the end tells it. */
function issuedAt({ extra, expiresAt }: Credentials): number {
  if (extra?.issuedAt) return Number(extra.issuedAt);
  return expiresAt === undefined ? 0 : expiresAt - LIFETIME_MS;
}

const codeRefusal = z.object({ error_type: z.string(), error_message: z.string() });

/** The code step has an error shape of its own: `{"error_type","code","error_message"}`. */
function codeError(answer: CallAnswer): PostboteError {
  if (!codeRefusal.safeParse(answer.json).success) return threadsError(answer);
  const code = answer.status >= 500 ? 'platform_unavailable' : 'platform_auth';
  return errorFrom(answer, code, { facts: { platform: 'threads' } });
}

function requireClient({ client }: SigningIn): AppClient {
  if (client) return client;
  throw new PostboteError('setting_missing', {
    facts: { platform: 'threads', setting: 'app id and app secret' },
  });
}
