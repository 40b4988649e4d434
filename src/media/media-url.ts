import { mediaRejected } from './media-trouble.ts';

/** Reads an address as the URL standard does, which also turns `http://2130706433/` into 127.0.0.1. */
export function parseMediaUrl(address: string | URL, base?: URL): URL {
  const text = String(address);
  // The standard would escape both, but the address is stored as it was given, and no database keeps them as text.
  if (text.includes('\0') || !text.isWellFormed()) throw mediaRejected('bad_url');
  const url = URL.parse(text, base);
  // The parser's own error would carry the whole address.
  if (!url) throw mediaRejected('bad_url');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw mediaRejected('bad_scheme');
  if (url.username || url.password) throw mediaRejected('credentials_in_url', url.host);
  url.hash = '';
  return url;
}

/** A folder the operator vouches for although its address is private, such as the sandbox's pictures. */
export function parseTrustedPrefix(prefix: string): URL {
  const url = parseMediaUrl(prefix);
  // Without the slash `/media` would also vouch for `/media-secrets`.
  if (!url.pathname.endsWith('/') || url.search) {
    throw new Error(
      `A trusted media prefix must be an address ending in a slash: ${url.origin}${url.pathname}`,
    );
  }
  return url;
}

/**
 * The parser has already resolved `..` and `%2e%2e`. What it leaves alone (encoded slashes, backslashes,
 * dots, and percent signs that would hide them once more) some servers decode later, so it ends the trust.
 */
const decodesToAnotherPath = /%(2f|5c|2e|25|00)/i;

export function isTrusted(url: URL, prefixes: readonly URL[]): boolean {
  if (decodesToAnotherPath.test(url.pathname)) return false;
  return prefixes.some((prefix) => url.origin === prefix.origin && url.pathname.startsWith(prefix.pathname));
}
