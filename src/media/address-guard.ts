import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, fetch as undiciFetch } from 'undici';
import { contactTrouble, mediaRejected } from './media-trouble.ts';
import { isTrusted, parseMediaUrl, parseTrustedPrefix } from './media-url.ts';
import { type AddressRange, mayConnectTo, parseRanges } from './public-address.ts';

export interface GuardedFetch {
  /** A GET. Throws `media_rejected` or `media_unreachable`; answers of any status but a redirect come back. */
  (
    url: string | URL,
    init?: { headers?: Readonly<Record<string, string>>; signal?: AbortSignal },
  ): Promise<Response>;
  /** What can be said without a connection: scheme, credentials, and a host that is itself an address. */
  check(url: string | URL): void;
}

/** As `dns.lookup`, always asked for all addresses. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  /** Address ranges (CIDR) the operator allows in a closed network. */
  readonly allowPrivate: readonly string[];
  /** Address prefixes, ending in a slash, that are allowed although private. They never cover a redirect. */
  readonly trustedPrefixes: readonly string[];
  readonly lookup?: Lookup;
  readonly timeouts?: { readonly connectMs?: number; readonly headersMs?: number; readonly idleMs?: number };
}

/** For requests of any method to hosts that users name; each goes out on a connection of its own. */
export function createGuardedAgent(allowPrivate: readonly string[], lookup: Lookup = systemLookup): Agent {
  const connect = guardedConnector(parseRanges(allowPrivate), lookup, 10_000);
  return new Agent({ connect, keepAliveTimeout: 1, keepAliveMaxTimeout: 1 });
}

const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const allowed = parseRanges(options.allowPrivate);
  const prefixes = options.trustedPrefixes.map(parseTrustedPrefix);
  const { connectMs = 10_000, headersMs = 15_000, idleMs = 30_000 } = options.timeouts ?? {};
  const waits = { headersTimeout: headersMs, bodyTimeout: idleMs };
  // Two pools, so that an open connection made on trust never serves an address that has to be checked.
  const guarded = new Agent({
    ...waits,
    connect: guardedConnector(allowed, options.lookup ?? systemLookup, connectMs),
  });
  const trusted = new Agent({ ...waits, connect: { timeout: connectMs, allowH2: false } });

  async function guardedFetch(address: string | URL, init: Parameters<GuardedFetch>[1] = {}) {
    let url = parseMediaUrl(address);
    let dispatcher = isTrusted(url, prefixes) ? trusted : guarded;
    for (let hops = 0; ; hops++) {
      const response = await get(url, dispatcher, init);
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      if (hops === maxRedirects) throw mediaRejected('too_many_redirects', url.host);
      // From https to http is allowed: the bytes are public anyway, and the guard stays.
      url = parseMediaUrl(location, url);
      dispatcher = guarded;
    }
  }

  function check(address: string | URL): void {
    const url = parseMediaUrl(address);
    if (!isTrusted(url, prefixes)) refuseLiteral(url.hostname, allowed);
  }

  return Object.assign(guardedFetch, { check });
}

async function get(url: URL, dispatcher: Dispatcher, init: NonNullable<Parameters<GuardedFetch>[1]>) {
  try {
    const response = await undiciFetch(url, {
      dispatcher,
      redirect: 'manual',
      signal: init.signal,
      // Compressed answers would make lengths and ranges mean something else than the file.
      headers: { 'user-agent': 'Postbote', ...init.headers, 'accept-encoding': 'identity' },
    });
    return response as unknown as Response;
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw contactTrouble(error, url.host);
  }
}

/**
 * The check sits where the connection is made: the addresses that were judged are the very ones handed to
 * the socket, so a name that changes its mind in between (DNS rebinding) gains nothing.
 */
function guardedConnector(
  allowed: readonly AddressRange[],
  lookup: Lookup,
  timeout: number,
): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, lookup: guardedLookup(allowed, lookup) });
  return (target, callback) => {
    try {
      // A host that is an address is never looked up.
      refuseLiteral(target.hostname, allowed);
    } catch (error) {
      process.nextTick(callback, error as Error, null);
      return;
    }
    connect(target, callback);
  };
}

function guardedLookup(allowed: readonly AddressRange[], lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error) return callback(error, '');
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '');
      // One private address among public ones is enough: which one is used would be left to chance.
      if (!addresses.every(({ address }) => mayConnectTo(address, allowed))) {
        return callback(mediaRejected('private_address', hostname), '');
      }
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function refuseLiteral(hostname: string, allowed: readonly AddressRange[]): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) && !mayConnectTo(host, allowed)) throw mediaRejected('private_address', host);
}
