import type { World } from '../world.ts';
import { isFirst } from './dpop.ts';
import { type Jwk, readJwt } from './jwt.ts';

/** What a server learns of a client it has never met (https://atproto.com/specs/oauth, "Clients"). */
export interface Client {
  readonly id: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Null: a public client that only names itself. */
  readonly keys: readonly Jwk[] | null;
}

const maxDocumentBytes = 256 * 1024;
const maxAssertionSeconds = 70;

export class ClientProblem extends Error {}

export async function findClient(world: World, id: string): Promise<Client> {
  return /^http:\/\/localhost\/?(\?|$)/.test(id) ? loopbackClient(id) : await readDocument(world, id);
}

/** For development: everything about it stands in its name. */
function loopbackClient(id: string): Client {
  const query = new URL(id).searchParams;
  const redirectUris = query.getAll('redirect_uri');
  for (const uri of redirectUris) {
    const url = URL.parse(uri);
    if (url?.protocol !== 'http:' || !['127.0.0.1', '[::1]'].includes(url.hostname)) {
      throw new ClientProblem(`Loopback redirect URI ${uri} is not allowed (use explicit IPs instead)`);
    }
  }
  const scopes = (query.get('scope') ?? 'atproto').split(' ');
  const standard = ['http://127.0.0.1/', 'http://[::1]/'];
  return { id, redirectUris: redirectUris.length > 0 ? redirectUris : standard, scopes, keys: null };
}

/** Real servers insist on https; here a demo without a certificate is welcome, too. */
async function readDocument(world: World, id: string): Promise<Client> {
  const url = URL.parse(id);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname === '/' || url.hash !== '') {
    throw new ClientProblem(`Invalid client ID "${id}"`);
  }
  const metadata = await fetchDocument(world, id);
  const list = (name: string) => (Array.isArray(metadata[name]) ? (metadata[name] as unknown[]) : []);
  const must = (holds: boolean, problem: string) => {
    if (!holds) throw new ClientProblem(problem);
  };
  const scopes = String(metadata.scope ?? '').split(' ');
  must(metadata.client_id === id, 'client_id does not match');
  must(scopes.includes('atproto'), 'Missing "atproto" scope');
  must(metadata.dpop_bound_access_tokens === true, '"dpop_bound_access_tokens" must be true');
  must(list('response_types').includes('code'), 'response_types must include "code"');
  must(list('grant_types').includes('authorization_code'), 'grant_types must include "authorization_code"');
  must(list('redirect_uris').length > 0, 'At least one redirect_uri is required');
  const redirectUris = list('redirect_uris').map(String);
  if (metadata.token_endpoint_auth_method === 'none') return { id, redirectUris, scopes, keys: null };
  must(metadata.token_endpoint_auth_method === 'private_key_jwt', 'Unsupported client authentication method');
  must(
    typeof metadata.token_endpoint_auth_signing_alg === 'string',
    'Missing token_endpoint_auth_signing_alg',
  );
  const { keys } = (metadata.jwks ?? {}) as { keys?: unknown };
  must(Array.isArray(keys) && keys.length > 0, 'private_key_jwt auth method requires jwks or jwks_uri');
  must(
    (keys as Jwk[]).every((key) => key.d === undefined),
    'jwks must not contain private keys',
  );
  return { id, redirectUris, scopes, keys: keys as Jwk[] };
}

async function fetchDocument(world: World, id: string): Promise<Record<string, unknown>> {
  try {
    const response = await world.fetch(id, { redirect: 'error', signal: AbortSignal.timeout(5000) });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (response.status === 200 && isJson && text.length <= maxDocumentBytes) return JSON.parse(text);
  } catch {
    // Told below, as for any other answer that is no document.
  }
  throw new ClientProblem(`Unable to obtain client metadata for "${id}"`);
}

/** RFC 7523, 3: a short letter signed with one of the keys that the document shows. */
export function isAssertedBy(world: World, client: Client, issuer: string, assertion: unknown): boolean {
  const jwt = readJwt(String(assertion ?? ''));
  const key = client.keys?.find(({ kid }) => kid !== undefined && kid === jwt?.header.kid);
  if (!jwt || !key || !jwt.isSignedBy(key)) return false;
  const { iss, sub, aud, jti, iat } = jwt.claims;
  if (iss !== client.id || sub !== client.id || aud !== issuer) return false;
  if (typeof iat !== 'number' || Math.abs(world.now() / 1000 - iat) > maxAssertionSeconds) return false;
  return typeof jti === 'string' && isFirst(world, `${client.id} ${jti}`);
}

/** A loopback address may name another port than the client's own list (RFC 8252, 7.3). */
export function isOwnRedirect(client: Client, redirectUri: string): boolean {
  if (client.redirectUris.includes(redirectUri)) return true;
  if (client.keys !== null || !client.id.startsWith('http://localhost')) return false;
  const portless = (uri: string) => {
    const url = URL.parse(uri);
    if (url) url.port = '';
    return String(url);
  };
  return client.redirectUris.some((uri) => portless(uri) === portless(redirectUri));
}
