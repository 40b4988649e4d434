import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Auth, Call, Credentials } from '../platform.ts';
import { blueskyError } from './errors.ts';
import { bearer, did, pdsOf, xrpc } from './xrpc.ts';

const session = z.object({ accessJwt: z.string(), refreshJwt: z.string(), didDoc: z.unknown().optional() });

/** The reference server's access token lives 120 minutes. */
const ACCESS_TOKEN_MS = 120 * 60 * 1000;

export const auth: Auth = {
  kind: 'password',
  refreshAheadSeconds: 10 * 60,
  async refresh({ call, hosts, credentials, now }) {
    const pds = pdsOf(hosts, credentials);
    try {
      return await refreshSession(call, pds, credentials, now);
    } catch (error) {
      const refused = error instanceof PostboteError && error.code === 'platform_auth';
      if (!refused) throw error;
      // Logins are few (30 in 5 minutes, 300 a day), so the app password is only the second way.
      if (credentials.extra?.appPassword) return await createSession(call, pds, credentials, now);
      throw new PostboteError('platform_auth', { facts: error.facts, raw: error.raw });
    }
  },
  connect: {
    by: 'password',
    fields: [
      { name: 'identifier', label: 'Handle or e-mail', secret: false },
      { name: 'appPassword', label: 'App password', secret: true },
    ],
    async login({ call, hosts, now, fields }) {
      const { identifier = '', appPassword = '' } = fields;
      const answer = await call({
        method: 'POST',
        url: xrpc(String(hosts.pds), 'com.atproto.server.createSession'),
        json: { identifier: identifier.replace(/^@/, ''), password: appPassword },
        classify: blueskyError,
      });
      const made = readAnswer(answer, session.extend({ did, handle: z.string() }));
      const old = { accessToken: '', extra: { identifier: made.handle, appPassword } };
      const credentials = withSession(old, made, now);
      return [{ externalId: made.did, name: made.handle, username: made.handle, credentials }];
    },
  },
};

async function refreshSession(call: Call, pds: string, credentials: Credentials, now: number) {
  if (!credentials.refreshToken) throw new PostboteError('platform_auth');
  const answer = await call({
    method: 'POST',
    url: xrpc(pds, 'com.atproto.server.refreshSession'),
    headers: bearer(credentials.refreshToken),
    classify: blueskyError,
  });
  return withSession(credentials, readAnswer(answer, session), now);
}

async function createSession(call: Call, pds: string, credentials: Credentials, now: number) {
  const { identifier, appPassword } = credentials.extra ?? {};
  if (!identifier) throw new PostboteError('platform_auth');
  const answer = await call({
    method: 'POST',
    url: xrpc(pds, 'com.atproto.server.createSession'),
    json: { identifier, password: appPassword },
    classify: blueskyError,
  });
  return withSession(credentials, readAnswer(answer, session), now);
}

function withSession(old: Credentials, fresh: z.infer<typeof session>, now: number): Credentials {
  const pds = old.extra?.pds ?? pdsIn(fresh.didDoc);
  return {
    accessToken: fresh.accessJwt,
    refreshToken: fresh.refreshJwt,
    expiresAt: expiryOf(fresh.accessJwt) ?? now + ACCESS_TOKEN_MS,
    extra: { ...old.extra, ...(pds && { pds }) },
  };
}

const claims = z.object({ exp: z.number() });

function expiryOf(jwt: string): number | null {
  try {
    const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
    return claims.parse(JSON.parse(payload)).exp * 1000;
  } catch {
    // Tokens are opaque to clients: another server may issue something else than a JWT.
    return null;
  }
}

const didDocument = z.object({
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })),
});

/** bsky.social is only the door; the document names the server the account lives on. */
function pdsIn(didDoc: unknown): string | null {
  const parsed = didDocument.safeParse(didDoc);
  const service = parsed.data?.service.find(({ id }) => id.endsWith('#atproto_pds'));
  const endpoint = service?.serviceEndpoint;
  return typeof endpoint === 'string' && endpoint.startsWith('https://') ? endpoint : null;
}
