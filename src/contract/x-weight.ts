import { findXUrls } from './x-urls.ts';

/**
 * The length X measures against 280: twitter-text 3.1, configuration v3. The text is brought to NFC first; a
 * link counts 23 whatever its length, an emoji sequence 2, code points of the ranges below 1, all others 2.
 */
export function xWeightedLength(text: string): number {
  const normal = text.normalize('NFC');
  const urls = findXUrls(normal);
  let length = 0;
  let at = 0;
  while (at < normal.length) {
    const url = urls.get(at);
    const emoji = url ? 0 : emojiLength(normal, at);
    const point = normal.codePointAt(at) as number;
    length += url ? 23 : emoji || !isLight(point) ? 2 : 1;
    at += url || emoji || (point > 0xffff ? 2 : 1);
  }
  return length;
}

const light = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

function isLight(point: number): boolean {
  return light.some(([first, last]) => point >= first && point <= last);
}

// A sequence is one emoji if Unicode recommends it, and in these forms that X's parser (twemoji) accepts beyond:
// keycaps and joined eyes without their variation selectors, selectors where they are superfluous or stand
// before a skin tone, the skier with a skin tone, the levitating person as woman or man.
const emojiPattern = [
  '[0-9#*]\\u20E3',
  '\\u{1F441}\\u200D\\u{1F5E8}',
  '\\u{1F574}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]\\u200D[\\u2640\\u2642]\\uFE0F',
  '[\\u261D\\u26F7\\u26F9\\u270C\\u270D\\u{1F3CB}\\u{1F3CC}\\u{1F574}\\u{1F575}\\u{1F590}]\\uFE0F[\\u{1F3FB}-\\u{1F3FF}]',
  '\\u26F7[\\u{1F3FB}-\\u{1F3FF}]',
  '[\\u231A\\u231B\\u25FD\\u25FE\\u2614\\u2615\\u2648-\\u2653\\u267F\\u2693\\u26A1\\u26AA\\u26AB\\u26BD\\u26BE\\u26C4' +
    '\\u26C5\\u26D4\\u26EA\\u26F2\\u26F3\\u26F5\\u26FA\\u26FD\\u2757\\u2B1B\\u2B1C\\u2B50\\u2B55\\u{1F004}\\u{1F21A}' +
    '\\u{1F22F}]\\uFE0F',
  '\\p{RGI_Emoji}',
].join('|');
// Made when first needed: there are thousands of sequences, and to gather them takes longer than most texts need.
let emoji: RegExp | null = null;

// Only what a selector, joiner, keycap, skin tone, tag or second flag letter follows can weigh other than its
// first code point does, so the long pattern is not tried elsewhere.
const continued =
  /.(?:\uFE0F|\u200D|\u20E3|[\u{1F3FB}-\u{1F3FF}]|[\u{1F1E6}-\u{1F1FF}]|[\u{E0020}-\u{E007F}])/suy;

function emojiLength(text: string, at: number): number {
  continued.lastIndex = at;
  if (!continued.test(text)) return 0;
  emoji ??= new RegExp(emojiPattern, 'vy');
  emoji.lastIndex = at;
  return emoji.test(text) ? emoji.lastIndex - at : 0;
}
