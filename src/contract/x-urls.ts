import { accented, domainEnds, fitsLabel, latinDomains, matchEnd, orElse } from './x-domains.ts';

/**
 * Finds what X turns into a t.co link, by the rules that twitter-text 3.1 publishes: the addresses with
 * http(s)://, and bare domains of Latin letters under a known top-level domain. Everything is looked up from
 * two passes over the text (domains from the right, addresses from the left), so hostile text costs no more
 * than any other.
 *
 * The answer maps the index where a link starts to its length; indices are UTF-16 units of NFC text.
 */
export function findXUrls(text: string): Map<number, number> {
  const found = new Map<number, number>();
  if (!text.includes('.')) return found;
  const domains = domainEnds(text);
  let at = 0;
  while (at < text.length) {
    const url =
      (mayPrecede(text, at) ? urlAt(text, at + 1, domains) : null) ??
      (at === 0 ? urlAt(text, 0, domains) : null);
    if (!url) {
      at += 1;
      continue;
    }
    if (isPlausible(text, url)) {
      if (url.domain > url.start) keepWithProtocol(text, url, found);
      else keepBare(text, url, found);
    }
    at = url.end;
  }
  return found;
}

interface Url {
  readonly start: number;
  readonly domain: number;
  readonly domainEnd: number;
  readonly hasPath: boolean;
  readonly end: number;
}

const notBefore = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]/;
const inPath = new RegExp(`[a-z0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&\\u0400-\\u04FF${accented}]`, 'i');
const endsPath = new RegExp(`[a-z0-9+\\-=_#/\\u0400-\\u04FF${accented}]`, 'i');

function mayPrecede(text: string, at: number): boolean {
  return !notBefore.test(text.charAt(at));
}

function urlAt(text: string, start: number, domains: Int32Array): Url | null {
  const domain = orElse(matchEnd(/https?:\/\//iy, text, start), start);
  const domainEnd = domains[domain] ?? -1;
  if (domainEnd < 0) return null;
  const port = orElse(matchEnd(/:[0-9]+/y, text, domainEnd), domainEnd);
  const hasPath = text.charAt(port) === '/';
  const path = hasPath ? pathEnd(text, port + 1) : port;
  return { start, domain, domainEnd, hasPath, end: queryEnd(text, path) };
}

/**
 * A path goes up to its last character that may end one. Parentheses belong to it in pairs, nested once, and may
 * end it only after such a character.
 */
function pathEnd(text: string, start: number): number {
  let end = start;
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '(') {
      const close = parenthesesEnd(text, at);
      if (close < 0) return end;
      if (end === at) end = close;
      at = close;
    } else if (inPath.test(character)) {
      at += 1;
      if (endsPath.test(character)) end = at;
    } else return end;
  }
  return end;
}

function parenthesesEnd(text: string, open: number): number {
  const first = runEnd(text, open + 1);
  if (text.charAt(first) === ')') return first > open + 1 ? first + 1 : -1;
  if (text.charAt(first) !== '(') return -1;
  const inner = runEnd(text, first + 1);
  if (inner === first + 1 || text.charAt(inner) !== ')') return -1;
  const last = runEnd(text, inner + 1);
  return text.charAt(last) === ')' ? last + 1 : -1;
}

function runEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && inPath.test(text.charAt(at))) at += 1;
  return at;
}

function queryEnd(text: string, start: number): number {
  if (text.charAt(start) !== '?') return start;
  const run = matchEnd(/[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]+/iy, text, start);
  for (let at = run; at > start + 1; at -= 1) if (/[a-z0-9\-_&=#/]/i.test(text.charAt(at - 1))) return at;
  return start;
}

const longestUrl = 4096;

function isPlausible(text: string, url: Url): boolean {
  const protocol = url.domain - url.start || 'https://'.length;
  if (protocol + url.end - url.start > longestUrl) return false;
  const domain = text.slice(url.domain, url.domainEnd);
  if (domain.startsWith('xn--') && latinDomains(domain).length === 0) return false;
  return domain.split('.').every(fitsLabel);
}

function keepWithProtocol(text: string, url: Url, found: Map<number, number>): void {
  const whole = text.slice(url.start, url.end);
  const short = /^https?:\/\/t\.co\/([a-z0-9]+)/i.exec(whole);
  if (!short) found.set(url.start, whole.length);
  // X's own short links have nothing after their name but a query, and a name has 40 characters at most.
  else if ((short[1] as string).length <= 40) found.set(url.start, queryEnd(whole, short[0].length));
}

// twitter-text looks each Latin part up by its text and hangs the path on the last one, even if letters of
// another script stand between; only a path does that, a port or query alone stays outside.
function keepBare(text: string, url: Url, found: Map<number, number>): void {
  if (url.start > 0 && /[-_./]/.test(text.charAt(url.start - 1))) return;
  const domain = text.slice(url.domain, url.domainEnd);
  const latinOnes = latinDomains(domain);
  let from = 0;
  latinOnes.forEach((name, index) => {
    const start = domain.indexOf(name, from);
    from = start + name.length;
    const rest = url.hasPath && index === latinOnes.length - 1 ? url.end - url.domainEnd : 0;
    found.set(url.start + start, name.length + rest);
  });
}
