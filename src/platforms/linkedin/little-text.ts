/** Reserved in LinkedIn's "little" format. An unescaped one is no error: the text is silently cut off there. */
const reserved = /[\\|{}@[\]()<>#*_~]/g;

/**
 * An address, whose `#` is none of ours; a mention as LinkedIn writes it; or a hashtag that begins a word and is
 * more than a number.
 */
const elements =
  /(?<address>https?:\/\/\S+)|@\[(?<name>[^[\]\n]+)\]\((?<urn>urn:li:(?:person|organization):[\w-]+)\)|(?<![\p{L}\p{N}\p{M}_/&#])#(?<tag>(?=[\p{N}_]*[\p{L}])[\p{L}\p{N}\p{M}_]+)/gu;

const escaped = (text: string): string => text.replace(reserved, '\\$&');

/** The post's text as `commentary`: everything plain stays as written, hashtags and mentions become links. */
export function toLittle(text: string): string {
  let little = '';
  let end = 0;
  for (const match of text.matchAll(elements)) {
    const { address, name = '', urn = '', tag } = match.groups ?? {};
    if (address !== undefined) continue;
    little += escaped(text.slice(end, match.index));
    // The template is what LinkedIn itself answers; unlike a bare `#word` it may hold an underscore.
    little += tag === undefined ? `@[${escaped(name)}](${urn})` : `{hashtag|\\#|${escaped(tag)}}`;
    end = match.index + match[0].length;
  }
  return little + escaped(text.slice(end));
}

/** What readers see of a `commentary`, in a form fit for comparing. */
export function plainOf(commentary: string): string {
  return commentary
    .replace(/\{hashtag\|(?:\\?#|＃)\|((?:\\.|[^\\{}|])+)\}/gu, '#$1')
    .replace(/@\[((?:\\.|[^\\[\]])+)\]\(urn:li:[^()]+\)/gu, '$1')
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}
