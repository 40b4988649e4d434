import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlanInput } from '../../../../src/contract/api/posts.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { notify } from '../../parts/notify.ts';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import type { Editing } from './editing.ts';
import { dropCopy } from './local-copy.ts';
import { newPostId } from './new-post-id.ts';

/** What the buttons do. What the server refused is kept until the next try. */
export function useSubmit(postId: string, editing: Editing) {
  const t = useWords().compose;
  const { scope } = usePlace();
  const time = useTime();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Error | null>(null);

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal(null);
    // A clash has its own notice.
    await work().catch((error: Error) => setRefusal(editing.get().clash ? null : error));
    setBusy(false);
  };

  return {
    busy,
    refusal,
    draft: () =>
      run(async () => {
        const planned = editing.get().state !== 'draft' && editing.get().state !== null;
        await editing.saveAs({ kind: 'draft' });
        notify(planned ? t.nowDraft : t.draftSaved);
      }),
    publish: (plan: PlanInput) =>
      run(async () => {
        const was = editing.get().state;
        const view = await editing.saveAs(plan);
        for (const name of ['listPosts', 'readHome', 'nextSlot'] as const) {
          void client.invalidateQueries({ queryKey: [name] });
        }
        if (plan.kind === 'now') notify(t.publishing);
        else if (view.scheduledAt !== null) notify(t.scheduledFor(time.long(view.scheduledAt)));
        else if (was === 'scheduled') notify(t.changesSaved);
        await navigate({ to: '/posts/$postId', params: { postId } });
      }),
    loadTheirs: () => run(async () => editing.adopt(await call('readPost', { ...scope, postId }))),
    keepAsCopy: () =>
      run(async () => {
        const copyId = newPostId();
        const { composition } = editing.get();
        await call('savePost', {
          ...scope,
          postId: copyId,
          revision: null,
          composition,
          plan: { kind: 'draft' },
        });
        dropCopy(postId);
        notify(t.copyMade);
        await navigate({ to: '/compose/$postId', params: { postId: copyId } });
      }),
  };
}
