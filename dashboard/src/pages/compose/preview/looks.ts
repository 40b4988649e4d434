import type { PlatformId } from '../../../../../src/contract/platform-ids.ts';

/** Where a feed cuts a text before "more". Observed in the apps, documented nowhere; it only serves the preview. */
export interface Cut {
  readonly characters: number;
  readonly lines: number;
}

export interface Look {
  readonly layout: 'feed' | 'gram' | 'clip' | 'watch' | 'pin' | 'place';
  readonly cut: Cut | null;
  /** `beside`: the text stands to the right of the picture of the account, as on X; `above`: below it. */
  readonly head?: 'beside' | 'above';
  readonly links: boolean;
  readonly hashtags: boolean;
}

export const looks: Record<PlatformId, Look> = {
  twitter: { layout: 'feed', cut: null, head: 'beside', links: true, hashtags: true },
  threads: { layout: 'feed', cut: null, head: 'beside', links: true, hashtags: false },
  bluesky: { layout: 'feed', cut: null, head: 'beside', links: true, hashtags: true },
  linkedin: {
    layout: 'feed',
    cut: { characters: 210, lines: 3 },
    head: 'above',
    links: true,
    hashtags: true,
  },
  facebook: {
    layout: 'feed',
    cut: { characters: 477, lines: 5 },
    head: 'above',
    links: true,
    hashtags: true,
  },
  // Addresses in a caption are plain text there.
  instagram: { layout: 'gram', cut: { characters: 125, lines: 2 }, links: false, hashtags: true },
  tiktok: { layout: 'clip', cut: { characters: 90, lines: 2 }, links: false, hashtags: true },
  youtube: { layout: 'watch', cut: { characters: 140, lines: 2 }, links: true, hashtags: true },
  pinterest: { layout: 'pin', cut: { characters: 100, lines: 2 }, links: false, hashtags: true },
  google_business: { layout: 'place', cut: { characters: 190, lines: 4 }, links: false, hashtags: false },
};

/** What is seen before "more"; the whole text where it is short enough. */
export function cutText(text: string, cut: Cut | null): { shown: string; more: boolean } {
  if (!cut) return { shown: text, more: false };
  const lines = text.split('\n');
  const fewer = lines.slice(0, cut.lines).join('\n');
  const letters = Array.from(fewer);
  const short = letters.length > cut.characters ? letters.slice(0, cut.characters).join('') : fewer;
  return { shown: short.trimEnd(), more: short.length < text.trimEnd().length };
}

export interface Token {
  readonly text: string;
  readonly kind: 'plain' | 'link' | 'hashtag' | 'mention';
}

const special = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]|(?<![\w&/])#[\p{L}\p{N}_]+|(?<![\w.])@[\w.-]*\w/gu;

/** The text in pieces: what the platform would colour, and the rest. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of text.matchAll(special)) {
    if (match.index > at) tokens.push({ text: text.slice(at, match.index), kind: 'plain' });
    const [found] = match;
    const kind = found.startsWith('#') ? 'hashtag' : found.startsWith('@') ? 'mention' : 'link';
    tokens.push({ text: found, kind });
    at = match.index + found.length;
  }
  if (at < text.length) tokens.push({ text: text.slice(at), kind: 'plain' });
  return tokens;
}
