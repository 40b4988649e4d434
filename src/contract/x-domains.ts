import { punycodeLength } from './punycode-length.ts';
import { tlds } from './tlds.ts';

// Letters with accents, as twitter-text lists them. The i flag adds the other case of each.
export const accented =
  '\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289' +
  '\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF';
const notInDomain =
  /[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$\t-\r \x85\xA0\u1680\u180E\u2000-\u200A\u2028-\u202E\u202F\u205F\u3000\uFFFE\uFEFF\uFFFF\u061C\u200E\u200F\u2066-\u2069]/;
const latin = new RegExp(`[-a-z0-9${accented}]`, 'i');

function inDomain(text: string, at: number): boolean {
  return at >= 0 && at < text.length && !notInDomain.test(text.charAt(at));
}

/**
 * For every index, where the longest domain that starts there ends, or -1. A domain is labels and dots with a
 * top-level domain at its end; hyphens stand inside labels only, underscores in all but the last label.
 */
export function domainEnds(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(-1);
  let dot = -1;
  let underscore = false;
  let tld = -1;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (character === '.') {
      dot = inDomain(text, at - 1) ? at : -1;
      underscore = false;
      tld = dot < 0 ? -1 : tldEnd(text, dot + 1);
    } else if (character === '_') {
      underscore = true;
    } else if (character !== '-') {
      if (notInDomain.test(character)) dot = -1;
      else if (dot >= 0) ends[at] = orElse(ends[dot + 1] as number, underscore ? -1 : tld);
    }
  }
  return ends;
}

export function orElse(end: number, other: number): number {
  return end >= 0 ? end : other;
}

// Case as a regular expression without the u flag sees it: one unit for one unit, and nothing becomes ASCII.
function fold(text: string, at: number): string {
  const unit = text.charAt(at);
  const upper = unit.toUpperCase();
  return upper.length === 1 && (upper >= '\x80' || unit < '\x80') ? upper : unit;
}

const knownTlds = new Set(tlds.map((tld) => Array.from(tld, (_, at) => fold(tld, at)).join('')));
const longestTld = Math.max(...tlds.map((tld) => tld.length));
const endsTld = /[^0-9a-zA-Z@+-]/;

function tldEnd(text: string, start: number): number {
  let end = -1;
  let tld = '';
  for (let at = start; at < start + longestTld && inDomain(text, at); at += 1) {
    tld += fold(text, at);
    const whole = at + 1 === text.length || endsTld.test(text.charAt(at + 1));
    if (whole && knownTlds.has(tld)) end = at + 1;
  }
  return orElse(end, matchEnd(/xn--[-0-9a-z]+/iy, text, start));
}

export function matchEnd(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : -1;
}

/** The stretches of a domain that are a domain of Latin letters: bare domains of other scripts are no links. */
export function latinDomains(domain: string): string[] {
  const dots = Array.from(domain.matchAll(/\./g), (dot) => dot.index);
  const ends: number[] = [];
  for (let index = dots.length - 1; index >= 0; index -= 1) {
    const start = (dots[index] as number) + 1;
    const next = dots[index + 1];
    const through =
      next !== undefined && latinStart(domain, start, next) === start ? (ends[index + 1] as number) : -1;
    ends[index] = orElse(through, tldEnd(domain, start));
  }
  const found: string[] = [];
  let from = 0;
  dots.forEach((dot, index) => {
    const end = ends[index] as number;
    const start = latinStart(domain, from, dot);
    if (dot <= from || end < 0 || start === dot) return;
    found.push(domain.slice(start, end));
    from = end;
  });
  return found;
}

/** Where the run of Latin letters that ends at `end` starts; `end` if there is none. */
function latinStart(domain: string, from: number, end: number): number {
  let at = end;
  while (at > from && latin.test(domain.charAt(at - 1))) at -= 1;
  return at;
}

const longestLabel = 63;

// The ideographic full stops divide a label as the dot does, but what they divide is still measured as one.
export function fitsLabel(label: string): boolean {
  if (label.length > 2 * longestLabel) return false;
  const parts = label.split(/[\u3002\uFF0E\uFF61]/);
  return parts.reduce((length, part) => length + punycodeLength(part), parts.length - 1) <= longestLabel;
}
