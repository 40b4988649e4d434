/** `crypto.randomUUID` is missing on pages that came by plain http, as on a home server. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const mark = (postId: string) => `postbote.fresh.${postId}`;

const madeNow = new Set<string>();

/** An id that was made here: the server need not know it yet, and a reload does not change that. */
export function newPostId(): string {
  const id = newId();
  madeNow.add(id);
  sessionStorage.setItem(mark(id), '1');
  return id;
}

/** Certainly unknown to the server: not worth asking. */
export const isJustMade = (postId: string): boolean => madeNow.has(postId);

export const isFresh = (postId: string): boolean => sessionStorage.getItem(mark(postId)) !== null;
