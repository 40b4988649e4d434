import type { PostType } from './platform-ids.ts';
import type { TextLimit, TextUnit } from './text-limits.ts';
import { xWeightedLength } from './x-weight.ts';

/** How long a text is as a platform counts it. Never throws: a lone surrogate counts as the character it spoils. */
export function countText(text: string, unit: TextUnit): number {
  return counters[unit](text);
}

export interface TextOverflow {
  readonly unit: TextUnit;
  readonly length: number;
  readonly max: number;
}

/** The first limit that the text breaks as a post of this type, or null. */
export function textOverflow(
  text: string,
  limits: readonly TextLimit[],
  postType: PostType,
): TextOverflow | null {
  for (const { unit, max, for: types } of limits) {
    if (types && !types.includes(postType)) continue;
    const length = countText(text, unit);
    if (length > max) return { unit, length, max };
  }
  return null;
}

const counters: Record<TextUnit, (text: string) => number> = {
  grapheme: (text) => graphemesOf(text).length,
  codepoint: (text) => Array.from(text).length,
  utf16: (text) => text.length,
  byte: byteLength,
  threads: threadsLength,
  'x-weighted': xWeightedLength,
};

let segmenter: Intl.Segmenter | null = null;

/** What people take for one character each. */
export function graphemesOf(text: string): string[] {
  // Of ASCII only a carriage return can share a character with what follows it.
  if (/^[ -~\t\n]*$/.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

// Threads says only that emoji count as their UTF-8 bytes. So every grapheme with a pictograph, flag or keycap
// counts in bytes, joined sequences as a whole; the typographic © ® ™ do so only with the emoji selector.
const emoji =
  /[\p{Extended_Pictographic}--[©®™]]|[©®™]\uFE0F|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20E3/v;

function threadsLength(text: string): number {
  if (!emoji.test(text)) return countText(text, 'codepoint');
  let length = 0;
  for (const segment of graphemesOf(text)) {
    length += emoji.test(segment) ? byteLength(segment) : countText(segment, 'codepoint');
  }
  return length;
}
