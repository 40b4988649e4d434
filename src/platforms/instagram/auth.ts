import { z } from 'zod';
import { readAnswer } from '../http.ts';
import type { Auth, Credentials, Discovered, SigningIn } from '../signing-in.ts';
import { instagramError, tokenError } from './errors.ts';
import { graph } from './graph.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_MS = 60 * DAY_MS;

const token = z.object({ access_token: z.string(), expires_in: z.number() });

/** Login path A: one token of 60 days that renews itself; once over, only a new login helps. */
export const auth: Auth = {
  kind: 'oauth2',
  // From the tenth day on, so that weeks of trouble cannot outlast it.
  refreshAheadSeconds: 50 * 24 * 60 * 60,
  async refresh({ call, hosts, credentials, now }) {
    // A token younger than 24 hours is refused.
    if (now - issuedAt(credentials) < DAY_MS) return credentials;
    const query = new URLSearchParams({
      grant_type: 'ig_refresh_token',
      access_token: credentials.accessToken,
    });
    const answer = await call({
      method: 'GET',
      url: `${hosts.graph}/refresh_access_token?${query}`,
      classify: instagramError,
    });
    const fresh = readAnswer(answer, token);
    return {
      ...credentials,
      accessToken: fresh.access_token,
      expiresAt: now + fresh.expires_in * 1000,
      extra: { ...credentials.extra, issuedAt: String(now) },
    };
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.www}/oauth/authorize`,
    scopes: [
      'instagram_business_basic',
      'instagram_business_content_publish',
      'instagram_business_manage_insights',
    ],
    scopeSeparator: ',',
    clientIdName: 'client_id',
    // Not documented, so not sent.
    pkce: false,
    exchange,
    discover,
  },
};

/** The short token lives an hour and is only good for getting the one of 60 days. */
const shortToken = z.object({ access_token: z.string() });
const shortAnswer = z.union([z.object({ data: z.array(shortToken).min(1) }), shortToken]);

async function exchange(at: SigningIn & { code: string; redirectUri: string }): Promise<Credentials> {
  const { call, hosts, now, client } = at;
  const answer = await call({
    method: 'POST',
    url: `${hosts.api}/oauth/access_token`,
    form: {
      client_id: client?.id ?? '',
      client_secret: client?.secret ?? '',
      grant_type: 'authorization_code',
      redirect_uri: at.redirectUri,
      // The redirect ends in "#_", which some servers leave on the code.
      code: at.code.replace(/#_$/, ''),
    },
    classify: tokenError,
  });
  const short = readAnswer(answer, shortAnswer);
  const query = new URLSearchParams({
    grant_type: 'ig_exchange_token',
    client_secret: client?.secret ?? '',
    access_token: 'data' in short ? (short.data[0]?.access_token ?? '') : short.access_token,
  });
  const long = readAnswer(
    await call({ method: 'GET', url: `${hosts.graph}/access_token?${query}`, classify: instagramError }),
    token,
  );
  return {
    accessToken: long.access_token,
    expiresAt: now + long.expires_in * 1000,
    extra: { issuedAt: String(now) },
  };
}

const me = z.object({ user_id: z.string(), username: z.string(), name: z.string().optional() });

/** One token is one account. `id` is app-scoped; `user_id` is the one the paths want. */
async function discover(at: SigningIn & { credentials: Credentials }): Promise<Discovered[]> {
  const found = await graph.get(at, 'me', { fields: 'user_id,username,name,account_type' }, me);
  const { credentials } = at;
  return [
    { externalId: found.user_id, name: found.name || found.username, username: found.username, credentials },
  ];
}

/** Where the moment was not stored, the end tells it. */
function issuedAt({ extra, expiresAt }: Credentials): number {
  if (extra?.issuedAt) return Number(extra.issuedAt);
  return expiresAt === undefined ? 0 : expiresAt - LIFETIME_MS;
}
