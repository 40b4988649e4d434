import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PostView } from '../../../../src/contract/api/posts.ts';
import { ApiError, call } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { keyOf } from '../../api/use-api.ts';
import { emptyComposition, type Sheets, sameComposition, tidy } from './composition.ts';
import { createEditing, type Editing, type EditingParts } from './editing.ts';
import { dropCopy, dropOldCopies, type LocalCopy, readCopy, writeCopy } from './local-copy.ts';

export interface Opened {
  readonly postId: string;
  readonly post: PostView | null;
  readonly sheets: Sheets;
  /** Ticked beforehand on a new post. */
  readonly accountIds: readonly string[];
  onKnown(): void;
}

/** Joins the editing of one post to the server, this browser's copy and the page's life. */
export function useEditing(opened: Opened): { editing: Editing; restored: LocalCopy | null } {
  const { postId, post, sheets } = opened;
  const { scope } = usePlace();
  const client = useQueryClient();
  const [{ editing, restored }] = useState(() => {
    dropOldCopies();
    const stored = post
      ? tidy(post.composition, sheets)
      : { ...emptyComposition, accountIds: [...opened.accountIds] };
    const copy = readCopy(postId);
    const found = copy && !sameComposition(copy.composition, stored) ? copy : null;
    if (copy && !found) dropCopy(postId);
    const parts: EditingParts = {
      start: {
        composition: found?.composition ?? stored,
        // A copy changes the revision it began with: if that is no longer the newest, saving says so.
        revision: found && post ? (found.revision ?? post.revision) : (post?.revision ?? null),
        state: post?.state ?? null,
        scheduledAt: post?.scheduledAt ?? null,
      },
      stored,
      async save(input) {
        const view = await call('savePost', { ...scope, postId, ...input });
        client.setQueryData(keyOf('readPost', { ...scope, postId }), view);
        opened.onKnown();
        return view;
      },
      read: () => call('readPost', { ...scope, postId }),
      tidy: (composition) => tidy(composition, sheets),
      keep(unsaved) {
        if (unsaved) return writeCopy(postId, { ...unsaved, at: Date.now() });
        dropCopy(postId);
        return true;
      },
      classify: classifyFailure,
      now: () => Date.now(),
    };
    return { editing: createEditing(parts), restored: found };
  });

  useEffect(() => {
    if (post) void editing.heard(post);
  }, [editing, post]);

  useEffect(() => {
    editing.open();
    const hidden = () => {
      if (document.visibilityState === 'hidden') void editing.flush();
    };
    const flush = () => void editing.flush();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('blur', flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      editing.close();
    };
  }, [editing]);
  return { editing, restored };
}

export const useSnapshot = (editing: Editing) => useSyncExternalStore(editing.subscribe, editing.get);

function classifyFailure(error: unknown): ReturnType<EditingParts['classify']> {
  if (!(error instanceof ApiError)) return { kind: 'lost' };
  if (error.status === 409) {
    const reason = error.facts.reason === 'begun' ? 'begun' : 'changed';
    const { author } = error.facts;
    return { kind: 'clash', clash: { reason, author: typeof author === 'string' ? author : null } };
  }
  if (error.status === 404) return { kind: 'clash', clash: { reason: 'gone', author: null } };
  return { kind: error.status === 0 || error.status >= 500 ? 'lost' : 'refused' };
}
