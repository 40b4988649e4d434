import { newId } from '../../parts/new-id.ts';

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
