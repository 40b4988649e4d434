import { z } from 'zod';
import { errorByStatus, readAnswer } from '../http.ts';
import type { SigningIn } from '../signing-in.ts';
import { unusable } from './identity.ts';
import { reach, withoutSlash } from './server-address.ts';

type At = Pick<SigningIn, 'call' | 'hosts'>;

const resource = z.object({ authorization_servers: z.array(z.string()).length(1) });

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  revocation_endpoint: z.string().optional(),
});
export type AuthorizationServer = z.infer<typeof metadata>;

/** The server that gives out tokens for this one: itself, or the door that many share. */
export async function issuerOf(at: At, pds: string): Promise<string> {
  const answer = await wellKnown(at, pds, 'oauth-protected-resource');
  return withoutSlash(readAnswer(answer, resource).authorization_servers[0] ?? '');
}

export async function readAuthorizationServer(at: At, issuer: string): Promise<AuthorizationServer> {
  const found = readAnswer(await wellKnown(at, issuer, 'oauth-authorization-server'), metadata);
  // Whoever speaks for another issuer than the one that was asked is not to be trusted (RFC 8414, 3.3).
  if (withoutSlash(found.issuer) !== issuer) throw unusable(`${issuer} speaks for another server`);
  // The browser is sent there: never to an address that is not a web page of a server.
  reach(at.hosts, found.authorization_endpoint);
  return { ...found, issuer };
}

/** What a person typed as a server may be an account's own server or the door; both lead to the issuer. */
export async function issuerAt(at: At, server: string): Promise<string> {
  try {
    return await issuerOf(at, server);
  } catch (error) {
    await readAuthorizationServer(at, server).catch(() => {
      throw error;
    });
    return server;
  }
}

function wellKnown(at: At, host: string, name: string) {
  const address = `${withoutSlash(host)}/.well-known/${name}`;
  return at.call({ method: 'GET', ...reach(at.hosts, address), classify: errorByStatus });
}
