import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { App, KeyCaller } from '../context.ts';
import { verifyKey } from '../keys/verify-key.ts';

/** Longer than any key we make: not worth a hash. */
const maxKeyLength = 256;

/** `rest` is what follows `/mcp`. Null: no key there; undefined: no such address. */
export function keyInPath(rest: string): string | null | undefined {
  if (rest.length <= 1) return null;
  const end = rest.endsWith('/') ? rest.length - 1 : rest.length;
  const segment = rest.slice(1, end);
  if (segment === '' || segment.includes('/')) return undefined;
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoding after all: then it is no key of ours either, and verifying says so.
    return segment;
  }
}

export function keyInHeader(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length <= 7) return null;
  return authorization.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trim() : null;
}

/** Asked anew on every request, so that a revoked key is invalid at once, also on an open connection. */
export function authenticate(app: App, key: string | null): KeyCaller | null | Promise<KeyCaller | null> {
  if (key === null || key === '' || key.length > maxKeyLength) return null;
  return verifyKey(app, key);
}

/** Whom to hold a failed attempt against: a whole /64 in IPv6, where one guest owns so many addresses. */
export function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  const address = remoteAddress(req, trustProxy);
  if (!ipaddr.IPv6.isValid(address)) return address;
  // The groups that `::` leaves out count too.
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Where the request comes from; the proxy's word counts only if the operator says that there is one. */
export function remoteAddress(req: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined;
  // The last entry is the one our own proxy added; those before it are the client's own words.
  const named = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim();
  const address = (named || req.socket.remoteAddress || 'unknown').slice(0, 64);
  // Some proxies add the port, which is another one with every connection.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  return bare.replace(/^::ffff:/i, '');
}
