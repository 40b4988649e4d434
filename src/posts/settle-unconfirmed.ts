import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { confirmDelivery, sendAgain } from '../store/deliveries.ts';
import { findPost } from '../store/posts.ts';

/** The owner looked: it is there, or it shall be posted again. Nobody else may decide that. */
export async function settleUnconfirmed(
  app: Pick<App, 'db' | 'clock' | 'wake' | 'changes'>,
  caller: Caller,
  input: { postId: string; accountId: string; decision: 'it_is_there' | 'post_it_again'; url?: string },
): Promise<void> {
  const post = await findPost(app.db, caller.workspaceId, caller.mode, input.postId);
  if (!post) throw new PostboteError('not_found', { violations: [{ code: 'post_not_found' }] });
  const now = app.clock.now();
  const at = { ...input, postId: post.id };
  const changed = await app.db.transaction((query) =>
    input.decision === 'it_is_there' ? confirmDelivery(query, at, now) : sendAgain(query, at, now),
  );
  if (!changed) throw new PostboteError('conflict');
  app.changes.tell({ postId: post.id });
  if (input.decision === 'post_it_again') app.wake(now);
}
