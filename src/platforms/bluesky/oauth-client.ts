import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Hosts } from '../call.ts';
import type { AppClient, OwnClient } from '../signing-in.ts';
import { keyThumbprint, publicJwk, signJwt } from '../signing-key.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/**
 * Who we are to a server that has never heard of us (https://atproto.com/specs/oauth, "Clients"): the address of a document
 * that we serve. Sessions of such a client last for years; the loopback form, for one's own machine, for two weeks.
 *
 * The scope is what an app password may do. The finer ones are newer than many servers.
 */
export const scope = 'atproto transition:generic';

/** Null: from this address nobody could come back or read our document. */
export function ownClient(hosts: Hosts, redirectUri: string): OwnClient | null {
  const back = URL.parse(redirectUri);
  if (!back) return null;
  const host = back.hostname.replace(/^\[(.*)\]$/, '$1');
  if (back.protocol === 'http:' && ['localhost', '127.0.0.1', '::1'].includes(host)) {
    // By name the loopback address is refused as a way back.
    if (host === 'localhost') back.hostname = '127.0.0.1';
    const query = new URLSearchParams({ redirect_uri: String(back), scope });
    return { id: `http://localhost?${query}`, redirectUri: String(back), keyed: false };
  }
  // The sandbox has no certificate and asks for none.
  const isSandbox = String(hosts.pds).startsWith('http:');
  if (!isSandbox && (back.protocol !== 'https:' || isIP(host) !== 0)) return null;
  return { id: String(new URL('client-metadata.json', back)), redirectUri, keyed: true };
}

/** Must be served at the address that is its `client_id`. */
export function clientDocument(clientId: string, redirectUri: string, keys: readonly string[]): object {
  return {
    client_id: clientId,
    client_name: 'Postbote',
    client_uri: new URL('/', clientId).origin,
    application_type: 'web',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope,
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: {
      keys: keys.map((key) => ({ ...publicJwk(key), kid: keyThumbprint(key), use: 'sig', alg: 'ES256' })),
    },
  };
}

const ASSERTION_SECONDS = 60;

/** How a request to the authorization server says who sends it (RFC 7523); the loopback client only names itself. */
export function identifyClient(
  { id, secret }: AppClient,
  { issuer }: AuthorizationServer,
  now: number,
): Record<string, string> {
  if (secret === '') return { client_id: id };
  const iat = Math.floor(now / 1000);
  const claims = { iss: id, sub: id, aud: issuer, jti: randomUUID(), iat, exp: iat + ASSERTION_SECONDS };
  return {
    client_id: id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(secret, { kid: keyThumbprint(secret) }, claims),
  };
}
