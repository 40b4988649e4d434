const reserved = /[\\|{}@[\]()<>#*_~]/;

/**
 * What readers see of a `commentary` in LinkedIn's "little" format. An unescaped reserved character that
 * begins no element is no error: the text simply ends there, which is the trap many have fallen into.
 */
export function shownText(commentary: string): string {
  let shown = '';
  let rest = commentary;
  while (rest !== '') {
    const element = elementAt(rest);
    if (element === null) return shown;
    shown += element.shown;
    rest = rest.slice(element.length);
  }
  return shown;
}

function elementAt(text: string): { shown: string; length: number } | null {
  const first = text[0] ?? '';
  if (!reserved.test(first)) {
    const end = text.search(reserved);
    const plain = end < 0 ? text : text.slice(0, end);
    return { shown: plain, length: plain.length };
  }
  if (first === '\\' && reserved.test(text[1] ?? '')) return { shown: text[1] ?? '', length: 2 };
  const match =
    /^@\[((?:\\.|[^\\[\]])+)\]\(urn:li:(?:person|organization):[\w-]+\)/su.exec(text) ??
    /^\{hashtag\|(?:\\#|＃)\|((?:\\_|[\p{L}\p{N}\p{M}])+)\}/u.exec(text) ??
    /^#((?:\\_|[\p{L}\p{N}\p{M}])+)/u.exec(text);
  if (match === null) return null;
  const words = (match[1] ?? '').replace(/\\(.)/gsu, '$1');
  return { shown: first === '@' ? words : `#${words}`, length: match[0].length };
}
