import type { Caller } from '../context.ts';
import { readPost } from './read-post.ts';
import { writePost } from './write-post.ts';

/** A draft with the same content under a new id. */
export async function duplicatePost(
  app: Parameters<typeof writePost>[0],
  caller: Caller,
  input: { postId: string; newId: string },
): Promise<void> {
  const { composition } = await readPost(app, caller, input.postId);
  await writePost(app, caller, {
    postId: input.newId,
    revision: null,
    composition,
    plan: { kind: 'draft' },
  });
}
