import { createHash } from 'node:crypto';

/** With a scheme, or a bare domain with one of the common endings (X knows all of them; these do for a sandbox). */
const url =
  /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'}]|(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|app|co|de|at|ch|fr|it|es|nl|eu|uk|us|me|ai|info|blog|shop|news|xyz|tv|social)(?:\/[^\s<>"]*[^\s<>".,;:!?)\]'}])?(?![\w-])/giu;

const linkWeight = 23;
/** Code points that count one; all others count two (twitter-text v3). */
const light: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

export function weightedLength(text: string): number {
  const normal = text.normalize('NFC');
  const links = normal.match(url)?.length ?? 0;
  let sum = links * linkWeight;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    normal.replace(url, ''),
  )) {
    sum += /\p{RGI_Emoji}/v.test(segment) ? 2 : weightOf(segment);
  }
  return sum;
}

function weightOf(grapheme: string): number {
  let sum = 0;
  for (const letter of grapheme) {
    const point = letter.codePointAt(0) ?? 0;
    sum += light.some(([from, to]) => point >= from && point <= to) ? 1 : 2;
  }
  return sum;
}

export interface Shown {
  readonly text: string;
  readonly urls: readonly {
    start: number;
    end: number;
    url: string;
    expanded_url: string;
    display_url: string;
  }[];
}

/** The text as X gives it back: links behind t.co, a t.co link to the media at the end, & < > escaped. */
export function shownText(written: string, mediaPage: string | null): Shown {
  const urls: Shown['urls'][number][] = [];
  let text = '';
  let from = 0;
  const add = (target: string, display: string) => {
    const short = `https://t.co/${createHash('sha256').update(target).digest('base64url').replace(/[-_]/g, 'a').slice(0, 10)}`;
    // Offsets count code points.
    const start = [...text].length;
    text += short;
    urls.push({ start, end: start + short.length, url: short, expanded_url: target, display_url: display });
  };
  for (const match of written.matchAll(url)) {
    text += escapeText(written.slice(from, match.index));
    const target = /^https?:/i.test(match[0]) ? match[0] : `http://${match[0]}`;
    const bare = target.replace(/^https?:\/\/(www\.)?/i, '');
    add(target, bare.length > 27 ? `${bare.slice(0, 26)}…` : bare);
    from = match.index + match[0].length;
  }
  text += escapeText(written.slice(from));
  if (mediaPage !== null) {
    if (text !== '') text += ' ';
    add(mediaPage, 'pic.x.com/sandbox');
  }
  return { text, urls };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
