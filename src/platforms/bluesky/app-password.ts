import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Credentials, PasswordConnect, SigningIn } from '../signing-in.ts';
import { blueskyError } from './errors.ts';
import { pdsIn } from './identity.ts';
import { reach } from './server-address.ts';
import { bearer, did, pdsOf, xrpc } from './xrpc.ts';

const session = z.object({ accessJwt: z.string(), refreshJwt: z.string(), didDoc: z.unknown().optional() });

/** The reference server's access token lives 120 minutes. */
const ACCESS_TOKEN_MS = 120 * 60 * 1000;

type Renewing = SigningIn & { readonly credentials: Credentials };

export const appPassword: PasswordConnect = {
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
};

export async function renewSession(at: Renewing): Promise<Credentials> {
  try {
    return await refreshSession(at);
  } catch (error) {
    const refused = error instanceof PostboteError && error.code === 'platform_auth';
    if (!refused) throw error;
    // Logins are few (30 in 5 minutes, 300 a day), so the app password is only the second way.
    if (at.credentials.extra?.appPassword) return await createSession(at);
    throw new PostboteError('platform_auth', { facts: error.facts, raw: error.raw });
  }
}

async function refreshSession({ call, hosts, credentials, now }: Renewing): Promise<Credentials> {
  if (!credentials.refreshToken) throw new PostboteError('platform_auth');
  const answer = await call({
    method: 'POST',
    ...reach(hosts, xrpc(pdsOf(hosts, credentials), 'com.atproto.server.refreshSession')),
    headers: bearer(credentials.refreshToken),
    classify: blueskyError,
  });
  return withSession(credentials, readAnswer(answer, session), now);
}

/** The access token outlives it by up to two hours: no server is asked whether it still holds. */
export async function endSession({ call, hosts, credentials }: Renewing): Promise<void> {
  if (!credentials.refreshToken) return;
  await call({
    method: 'POST',
    ...reach(hosts, xrpc(pdsOf(hosts, credentials), 'com.atproto.server.deleteSession')),
    headers: bearer(credentials.refreshToken),
    classify: blueskyError,
  });
}

async function createSession({ call, hosts, credentials, now }: Renewing): Promise<Credentials> {
  const { identifier, appPassword } = credentials.extra ?? {};
  if (!identifier) throw new PostboteError('platform_auth');
  const answer = await call({
    method: 'POST',
    ...reach(hosts, xrpc(pdsOf(hosts, credentials), 'com.atproto.server.createSession')),
    json: { identifier, password: appPassword },
    classify: blueskyError,
  });
  return withSession(credentials, readAnswer(answer, session), now);
}

function withSession(old: Credentials, fresh: z.infer<typeof session>, now: number): Credentials {
  const pds = old.extra?.pds ?? secure(pdsIn(fresh.didDoc));
  return {
    accessToken: fresh.accessJwt,
    refreshToken: fresh.refreshJwt,
    expiresAt: expiryOf(fresh.accessJwt) ?? now + ACCESS_TOKEN_MS,
    extra: { ...old.extra, ...(pds && { pds }) },
  };
}

/** A server without https is only ever the one we logged in at. */
const secure = (pds: string | null) => (pds?.startsWith('https://') ? pds : null);

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
