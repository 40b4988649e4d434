import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { retryFailed } from '../store/deliveries.ts';
import { findPost } from '../store/posts.ts';

/** Sends what failed once more, now; what is out or on its way stays as it is. */
export async function retryPost(
  app: Pick<App, 'db' | 'clock' | 'wake' | 'changes'>,
  caller: Caller,
  input: { postId: string; accountIds?: readonly string[] },
): Promise<void> {
  const post = await findPost(app.db, caller.workspaceId, caller.mode, input.postId);
  if (!post) throw new PostboteError('not_found', { violations: [{ code: 'post_not_found' }] });
  const now = app.clock.now();
  const count = await app.db.transaction((query) =>
    retryFailed(query, post.id, input.accountIds ?? null, now),
  );
  if (count === 0) throw new PostboteError('conflict', { facts: { reason: 'nothing_failed' } });
  app.wake(now);
  app.changes.tell({ postId: post.id });
}
