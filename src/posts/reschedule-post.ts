import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { readPost } from './read-post.ts';
import { writePost } from './write-post.ts';

/** Another time, nothing else: a planned post moves, a draft becomes planned (and is checked like any other). */
export async function reschedulePost(
  app: Parameters<typeof writePost>[0],
  caller: Caller,
  input: { postId: string; revision: number; at: number },
): Promise<void> {
  const post = await readPost(app as Pick<App, 'db'>, caller, input.postId);
  if (post.state !== 'scheduled' && post.state !== 'draft') {
    throw new PostboteError('conflict', { facts: { reason: 'begun' } });
  }
  await writePost(app, caller, {
    postId: post.id,
    revision: input.revision,
    composition: post.composition,
    plan: { kind: 'at', at: input.at },
  });
}
