import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { ApiError, call } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { newId } from '../../parts/new-id.ts';
import { notify } from '../../parts/notify.ts';
import { possible } from '../../parts/possible.ts';
import { useWords } from '../../words/index.tsx';

export const actionKinds = ['duplicate', 'retry', 'cancel', 'delete'] as const;
export type ActionKind = (typeof actionKinds)[number];

const atOnce = 4;

export const allows = (kind: ActionKind, post: PostRow): boolean =>
  kind === 'duplicate' || possible(post)[kind];

/** Does one thing to many posts: each by itself, so that one that cannot be helped does not stop the others. */
export function usePostActions() {
  const t = useWords().posts;
  const { scope } = usePlace();
  const client = useQueryClient();
  const [running, setRunning] = useState<ActionKind | null>(null);
  const [failures, setFailures] = useState<{ post: PostRow; error: ApiError }[]>([]);

  async function act(kind: ActionKind, posts: readonly PostRow[]): Promise<void> {
    const waiting = posts.filter((post) => allows(kind, post));
    setRunning(kind);
    setFailures([]);
    const failed: { post: PostRow; error: ApiError }[] = [];
    let done = 0;
    const work = async () => {
      for (let post = waiting.pop(); post; post = waiting.pop()) {
        const at = { ...scope, postId: post.id };
        try {
          if (kind === 'duplicate') await call('duplicatePost', { ...at, newId: newId() });
          else if (kind === 'retry') await call('retryPost', at);
          else if (kind === 'cancel') await call('cancelPost', at);
          else await call('deletePost', at);
          done += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          failed.push({ post, error });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await Promise.all(
      (['listPosts', 'readPost', 'readHome', 'nextSlot'] as const).map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
    setRunning(null);
    setFailures(failed);
    if (done > 0) notify(t.done[kind](done));
  }
  return { act, running, failures, forget: () => setFailures([]) };
}
