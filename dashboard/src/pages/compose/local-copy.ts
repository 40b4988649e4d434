import type { Composition } from '../../../../src/contract/api/posts.ts';

/** What this browser keeps of a post until the server has it. */
export interface LocalCopy {
  readonly composition: Composition;
  /** The revision that it changes; null: the post was new. */
  readonly revision: number | null;
  readonly at: number;
}

const prefix = 'postbote.unsaved.';
const keepMs = 30 * 24 * 60 * 60 * 1000;

export function readCopy(postId: string): LocalCopy | null {
  try {
    const text = localStorage.getItem(prefix + postId);
    return text === null ? null : (JSON.parse(text) as LocalCopy);
  } catch {
    return null;
  }
}

/** False: the browser has no room or forbids it. */
export function writeCopy(postId: string, copy: LocalCopy): boolean {
  try {
    localStorage.setItem(prefix + postId, JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function dropCopy(postId: string): void {
  try {
    localStorage.removeItem(prefix + postId);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

/** Copies of posts that nobody came back to. */
export function dropOldCopies(now = Date.now()): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue;
    const copy = readCopy(key.slice(prefix.length));
    if (!copy || now - copy.at > keepMs) localStorage.removeItem(key);
  }
}
