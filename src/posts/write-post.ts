import { randomUUIDv7 } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import type { Composition, PlanInput } from '../contract/api/posts.ts';
import { PostboteError } from '../errors.ts';
import { insertPost } from '../store/posts.ts';
import { findComposed, replaceTargets, rewritePost } from '../store/written-posts.ts';
import { type CheckedComposition, checkComposition } from './check-composition.ts';
import { isUuid } from './check-targets.ts';
import { nextSlot } from './next-slot.ts';

type Reach = Pick<App, 'db' | 'clock' | 'mediaFetch' | 'platforms' | 'address' | 'wake' | 'changes'>;

/**
 * Creates or changes a post from the editor. The browser chose the id, so a repeated request finds its own work done.
 * What has begun to go out can no longer be changed; a stale revision is refused with who was faster.
 */
export async function writePost(
  app: Reach,
  caller: Caller,
  input: { postId: string; revision: number | null; composition: Composition; plan: PlanInput },
): Promise<void> {
  const { composition, plan, revision } = input;
  if (!isUuid(input.postId)) throw new PostboteError('not_found');
  const postId = input.postId.toLowerCase();
  const checked = await checkComposition(app, caller, composition, plan);
  const problems = plan.kind === 'draft' ? checked.unstorable : checked.violations;
  if (problems.length > 0) throw new PostboteError('post_invalid', { violations: problems });

  const now = app.clock.now();
  const dueAt = await app.db.transaction(async (query) => {
    const at = await chooseTime(app, query, caller, plan, now);
    const row = {
      content: composition.text,
      post_type: checked.type,
      cover_url: composition.coverUrl,
      scheduled_at: at,
      updated_at: now,
      updated_by: caller.userId ?? null,
    };
    const deliveries = newDeliveries(checked);
    const fileIds = [...new Set([...checked.files.values()].map((file) => file.id))];
    if (revision === null) {
      const taken = await findComposed(query, postId);
      if (taken) throw staleFor(caller, taken);
      const scope = { workspace_id: caller.workspaceId, mode: caller.mode, api_key_id: null };
      await insertPost(query, {
        id: postId,
        ...scope,
        ...row,
        created_at: now,
        media: checked.media,
        fileIds,
        deliveries,
      });
      return at;
    }
    const post = await findComposed(query, postId);
    if (!post || post.workspace_id !== caller.workspaceId || post.mode !== caller.mode) {
      throw new PostboteError('not_found', { violations: [{ code: 'post_not_found' }] });
    }
    if (!(await rewritePost(query, postId, revision, { ...row, media: checked.media, fileIds }))) {
      throw staleFor(caller, post);
    }
    if (!(await replaceTargets(query, post, at, deliveries))) {
      throw new PostboteError('conflict', { facts: { reason: 'begun' } });
    }
    return at;
  });
  if (dueAt !== null) app.wake(dueAt);
  app.changes.tell({ postId });
}

/** A foreign post under this id is nobody's business. */
function staleFor(
  caller: Caller,
  post: { workspace_id: string; revision: number; author: string | null },
): PostboteError {
  if (post.workspace_id !== caller.workspaceId) return new PostboteError('not_found');
  return new PostboteError('conflict', {
    facts: { reason: 'changed', revision: post.revision, author: post.author },
  });
}

async function chooseTime(
  app: Pick<App, 'db'>,
  query: Parameters<typeof nextSlot>[1],
  caller: Caller,
  plan: PlanInput,
  now: number,
): Promise<number | null> {
  if (plan.kind === 'queue') return nextSlot(app, query, caller, now);
  return plan.kind === 'draft' ? null : plan.kind === 'now' ? now : plan.at;
}

const newDeliveries = (checked: CheckedComposition) =>
  checked.targets.map(({ account, text, customCaption, settings }) => ({
    id: randomUUIDv7(),
    account_id: account.id,
    platform: account.platform,
    text,
    custom_caption: customCaption,
    settings,
  }));
