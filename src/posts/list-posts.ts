import type { App, Caller } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { readArguments } from '../contract/read-arguments.ts';
import { listScheduledPostsInput, type PostSummary } from '../contract/tools.ts';
import { PostboteError } from '../errors.ts';
import { listOpenPosts } from '../store/posts.ts';

export async function listPosts(app: Pick<App, 'db'>, caller: Caller, args: unknown): Promise<PostSummary[]> {
  const { fields, problems } = readArguments(listScheduledPostsInput, args);
  if (problems.length > 0) throw new PostboteError('invalid_request', { violations: problems });
  const posts = await listOpenPosts(app.db, caller.workspaceId, caller.mode, fields.limit ?? 10);
  return posts.map((post) => ({
    id: post.id,
    master_content: post.content,
    scheduled_at: post.scheduled_at === null ? null : formatTime(post.scheduled_at),
    status: post.scheduled_at === null ? 'draft' : 'scheduled',
    platforms: post.platforms,
  }));
}
