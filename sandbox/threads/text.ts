/**
 * 500 characters, emoji counted as their UTF-8 bytes (Threads API overview). Joined emoji count as a whole; Meta
 * does not say so, but every other reading counts less.
 */
export function textLength(text: string): number {
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u.test(segment);
    length += isEmoji ? Buffer.byteLength(segment) : [...segment].length;
  }
  return length;
}

export function distinctLinks(text: string, attachment: string): number {
  const links = new Set(text.match(/https?:\/\/[^\s<>"']+/g) ?? []);
  if (attachment !== '') links.add(attachment);
  return links.size;
}
