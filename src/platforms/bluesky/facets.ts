import { countText } from '../../contract/count-text.ts';
/** What the server does not detect by itself: without a facet a link is dead text. */
export interface Facet {
  /** UTF-8 bytes, end exclusive. */
  readonly index: { readonly byteStart: number; readonly byteEnd: number };
  readonly features: readonly [Feature];
}

type Feature =
  | { readonly $type: 'app.bsky.richtext.facet#link'; readonly uri: string }
  | { readonly $type: 'app.bsky.richtext.facet#mention'; readonly did: string }
  | { readonly $type: 'app.bsky.richtext.facet#tag'; readonly tag: string };

/** A part of the text in UTF-16 positions. */
export type Span =
  | { readonly is: 'link'; readonly start: number; readonly end: number; readonly uri: string }
  | { readonly is: 'mention'; readonly start: number; readonly end: number; readonly handle: string }
  | { readonly is: 'tag'; readonly start: number; readonly end: number; readonly tag: string };

// Bare domains (example.com) stay text: telling them from "z.B.so" takes a list of all top-level domains.
const linkPattern = /(?<![\p{L}\p{N}_@/])(?:https?:\/\/|www\.)[^\s<>"“”„«»]+/giu;
// https://atproto.com/specs/handle
const mentionPattern =
  /(?<=^|[\s([{])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\p{L}\p{N}_-])/giu;
// Not #️⃣ (a keycap), and nothing invisible inside.
const tagPattern = /(?<=^|[\s([{])[#＃](?!\u{FE0F}|\u{20E3})([^\s#＃\u{AD}\u{2060}\u{200A}-\u{200D}]+)/gu;

const maxTagGraphemes = 64;
const maxTagBytes = 640;

export function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(linkPattern)) {
    const shown = trimLink(match[0]);
    const uri = /^www\./i.test(shown) ? `https://${shown}` : shown;
    if (isWebAddress(uri)) {
      spans.push({ is: 'link', start: match.index, end: match.index + shown.length, uri });
    }
  }
  // Links win: what stands inside one, or runs into one, is no hashtag.
  const isFree = (start: number, end: number) => !spans.some((span) => start < span.end && end > span.start);
  for (const match of text.matchAll(mentionPattern)) {
    const handle = String(match[1]);
    const end = match.index + 1 + handle.length;
    if (isFree(match.index, end)) spans.push({ is: 'mention', start: match.index, end, handle });
  }
  for (const match of text.matchAll(tagPattern)) {
    const tag = String(match[1]).replace(/\p{P}+$/u, '');
    const end = match.index + 1 + tag.length;
    if (isTag(tag) && isFree(match.index, end)) spans.push({ is: 'tag', start: match.index, end, tag });
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** `dids`: what each handle resolved to; a mention of an unknown handle stays plain text. */
export function buildFacets(
  text: string,
  spans: readonly Span[],
  dids: ReadonlyMap<string, string>,
): Facet[] {
  return spans.flatMap((span) => {
    const feature = featureOf(span, dids);
    if (feature === null) return [];
    const byteStart = Buffer.byteLength(text.slice(0, span.start));
    const byteEnd = byteStart + Buffer.byteLength(text.slice(span.start, span.end));
    return [{ index: { byteStart, byteEnd }, features: [feature] as const }];
  });
}

function featureOf(span: Span, dids: ReadonlyMap<string, string>): Feature | null {
  if (span.is === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: span.uri };
  if (span.is === 'tag') return { $type: 'app.bsky.richtext.facet#tag', tag: span.tag };
  const did = dids.get(span.handle);
  return did === undefined ? null : { $type: 'app.bsky.richtext.facet#mention', did };
}

/** Punctuation after a link belongs to the sentence, and so does a bracket opened before it. */
function trimLink(found: string): string {
  let link = found;
  for (;;) {
    const next = link.replace(/[.,;:!?'’…*_~]+$/u, '');
    const unbalanced = (close: string, open: string) =>
      next.endsWith(close) && next.split(close).length > next.split(open).length;
    link = unbalanced(')', '(') || unbalanced(']', '[') || unbalanced('}', '{') ? next.slice(0, -1) : next;
    if (link === next) return link;
  }
}

function isWebAddress(uri: string): boolean {
  return URL.canParse(uri) && new URL(uri).hostname.includes('.');
}

function isTag(tag: string): boolean {
  if (tag === '' || /^\p{N}+$/u.test(tag) || !/[\p{L}\p{N}\p{S}]/u.test(tag)) return false;
  if (Buffer.byteLength(tag) > maxTagBytes) return false;
  return countText(tag, 'grapheme') <= maxTagGraphemes;
}
