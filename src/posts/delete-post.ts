import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { removePost } from '../store/written-posts.ts';
import { readPost } from './read-post.ts';

/** Drafts, and canceled posts that were never tried. Everything else is history and stays. */
export async function deletePost(
  app: Pick<App, 'db' | 'changes'>,
  caller: Caller,
  postId: string,
): Promise<void> {
  const post = await readPost(app, caller, postId);
  const untried = post.deliveries.every((delivery) => delivery.attempts === 0);
  const gone =
    (post.state === 'draft' || post.state === 'canceled') &&
    untried &&
    (await app.db.transaction((query) => removePost(query, post.id, post.revision)));
  if (!gone) throw new PostboteError('conflict', { facts: { reason: 'begun' } });
  app.changes.tell({ postId: post.id });
}
