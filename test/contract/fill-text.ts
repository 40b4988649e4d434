import { countText } from '../../src/contract/count-text.ts';
import type { TextLimit, TextUnit } from '../../src/contract/text-limits.ts';

/** Characters that every other way of counting would count differently. */
const letters: Readonly<Record<TextUnit, string>> = {
  grapheme: 'e\u0301',
  codepoint: '😀',
  utf16: '😀',
  byte: 'ä',
  'x-weighted': '語',
  threads: '😀',
};

/** A text of exactly this length in the limit's unit, and one that is longer by one. */
export function fillText({ unit, max }: TextLimit): { most: string; more: string } {
  const letter = letters[unit];
  const most = fitted(letter, unit, max);
  return { most, more: `${most}x` };
}

/** Bluesky's bytes are only reached by joined emoji: everything else has 300 graphemes before. */
export function fillBytes(max: number): { most: string; more: string } {
  const most = fitted('👩‍👩‍👧‍👦', 'byte', max);
  return { most, more: `${most}x` };
}

function fitted(letter: string, unit: TextUnit, max: number): string {
  const whole = letter.repeat(Math.floor(max / countText(letter, unit)));
  return whole + 'x'.repeat(max - countText(whole, unit));
}
