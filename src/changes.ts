import type { LiveEvent } from './contract/api/insights.ts';

/** Something that people may be looking at has changed. */
export type Change =
  | { readonly postId: string }
  | { readonly workspaceId: string; readonly kind: Exclude<LiveEvent['kind'], 'post'> };

export interface Changes {
  tell(change: Change): void;
  /** Returns how to stop listening. */
  listen(heard: (changes: readonly Change[]) => void): () => void;
  /** What another node has told. */
  heardFromAfar(text: string): void;
}

/** A burst of deliveries becomes a few messages: everything within this time travels together. */
const gatherMs = 50;
/** PostgreSQL carries 8,000 bytes in one notification. */
const perMessage = 100;

/** `forward` carries what is told here to the other nodes. */
export function createChanges(forward: (texts: readonly string[]) => void): Changes {
  const listeners = new Set<(changes: readonly Change[]) => void>();
  let waiting = new Map<string, Change>();
  let gathering = false;

  const hand = (changes: readonly Change[]) => {
    for (const heard of listeners) heard(changes);
  };
  const flush = () => {
    gathering = false;
    const changes = [...waiting.values()];
    waiting = new Map();
    hand(changes);
    const texts: string[] = [];
    for (let start = 0; start < changes.length; start += perMessage) {
      texts.push(JSON.stringify(changes.slice(start, start + perMessage)));
    }
    forward(texts);
  };
  return {
    tell(change) {
      waiting.set('postId' in change ? change.postId : `${change.workspaceId}:${change.kind}`, change);
      if (gathering) return;
      gathering = true;
      setTimeout(flush, gatherMs).unref();
    },
    listen(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    heardFromAfar: (text) => hand(JSON.parse(text) as Change[]),
  };
}
