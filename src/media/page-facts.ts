export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** An absolute web address. */
  readonly image: string | null;
}

const maxTitle = 300;
const maxDescription = 1000;

/** What a page says about itself: Open Graph (https://ogp.me), Twitter's names for it, then plain HTML. */
export function pageFacts(html: string, address: string): PageFacts {
  const head = headOf(html);
  const said = metaOf(head);
  const first = (...names: string[]) => names.map((name) => said.get(name)).find(Boolean) ?? '';
  const image = first(
    'og:image:secure_url',
    'og:image',
    'og:image:url',
    'twitter:image',
    'twitter:image:src',
  );
  return {
    title: shorten(first('og:title', 'twitter:title') || titleOf(head), maxTitle),
    description: shorten(first('og:description', 'twitter:description', 'description'), maxDescription),
    image: image === '' ? null : webAddress(image, address),
  };
}

/** Without comments, scripts and styles, whose text is not markup. */
function headOf(html: string): string {
  const end = html.search(/<body[\s>]/i);
  const head = end === -1 ? html : html.slice(0, end);
  return head
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '');
}

function metaOf(head: string): Map<string, string> {
  const said = new Map<string, string>();
  for (const [tag] of head.matchAll(/<meta\s[^>]{0,4000}>/gi)) {
    const attributes = attributesOf(tag);
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').trim().toLowerCase();
    const content = plain(attributes.get('content') ?? '');
    // The first one counts: og:image may be there several times.
    if (name !== '' && content !== '' && !said.has(name)) said.set(name, content);
  }
  return said;
}

function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of tag.matchAll(/([a-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
    found.set(String(match[1]).toLowerCase(), match[2] ?? match[3] ?? match[4] ?? '');
  }
  return found;
}

const titleOf = (head: string) => plain(/<title[^>]{0,500}>([^<]{0,4000})/i.exec(head)?.[1] ?? '');

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euro: '€',
};

/** Entities read, white space folded, control characters gone. */
function plain(text: string): string {
  return text
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '';
    })
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Never through the middle of what a reader sees as one character. */
function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (short.length + segment.length >= max) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}

function webAddress(image: string, address: string): string | null {
  const url = URL.parse(image, address);
  return url && ['http:', 'https:'].includes(url.protocol) ? String(url) : null;
}
