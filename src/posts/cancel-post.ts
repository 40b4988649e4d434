import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { cancelPending } from '../store/deliveries.ts';
import { findPost } from '../store/posts.ts';

/** Cancels a draft or a scheduled post. What has begun is not called back: it may already be public. */
export async function cancelPost(
  app: Pick<App, 'db' | 'changes'>,
  caller: Caller,
  postId: string,
): Promise<void> {
  const post = await findPost(app.db, caller.workspaceId, caller.mode, postId);
  if (!post) throw new PostboteError('not_found', { violations: [{ code: 'post_not_found' }] });
  if ((await cancelPending(app.db.query, post.id)) === 0)
    throw new PostboteError('conflict', { facts: { reason: 'begun' } });
  app.changes.tell({ postId: post.id });
}
