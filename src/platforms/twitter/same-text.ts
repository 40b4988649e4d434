/** The parts of a post that are needed to recognise it. */
export interface PostText {
  readonly text: string;
  readonly entities?: { readonly urls?: readonly UrlEntity[] | null | undefined } | null | undefined;
}

interface UrlEntity {
  readonly url?: string | null | undefined;
  readonly expanded_url?: string | null | undefined;
  readonly media_key?: string | null | undefined;
}

/** Whether a post of the timeline is the text we sent: X shortens links, escapes & < > and trims. */
export function isSameText(sent: string, seen: PostText): boolean {
  const expanded = expandLinks(seen);
  const wanted = plain(sent);
  return wanted === plain(unescapeEntities(expanded)) || wanted === plain(expanded);
}

function expandLinks({ text, entities }: PostText): string {
  let expanded = text;
  for (const { url, expanded_url: target, media_key: mediaKey } of entities?.urls ?? []) {
    if (!url) continue;
    // The link to the post's own picture, which X appends.
    const isOwnMedia = mediaKey || /\/status\/\d+\/(photo|video)\/\d+$/.test(target ?? '');
    expanded = expanded.replaceAll(url, () => (isOwnMedia ? '' : (target ?? url)));
  }
  return expanded;
}

function unescapeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/\S+/gi, plainLink)
    .replace(/\s+/gu, ' ')
    .trim();
}

/** "example.com" is sent bare and comes back as "http://example.com/". */
function plainLink(link: string): string {
  if (!URL.canParse(link)) return link;
  const { host, pathname, search, hash } = new URL(link);
  return `${host}${pathname}${search}${hash}`.replace(/\/$/, '');
}
