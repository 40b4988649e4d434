import type { App, Caller } from '../context.ts';
import { message } from '../contract/messages.ts';
import { formatTime } from '../contract/parse-time.ts';
import type { CreatePostResult } from '../contract/tools.ts';
import { type CheckedPost, checkPost } from './check-post.ts';
import { once } from './once.ts';
import { type SavedPost, savePost } from './save-post.ts';

export async function createPost(
  app: Pick<App, 'db' | 'clock' | 'mediaFetch' | 'platforms' | 'address' | 'wake' | 'changes'>,
  caller: Caller,
  args: unknown,
): Promise<CreatePostResult> {
  let dueAt: number | null = null;
  const result = await once<CreatePostResult>(app, caller, 'create_post', args, async (commit) => {
    const post = await checkPost(app, caller, 'create_post', args);
    return commit(async (query) => {
      const saved = await savePost(app, query, caller, post);
      dueAt = saved.scheduledAt;
      return describe(app, post, saved);
    });
  });
  if (dueAt !== null) app.wake(dueAt);
  app.changes.tell({ postId: result.id });
  return result;
}

function describe(app: Pick<App, 'platforms'>, post: CheckedPost, saved: SavedPost): CreatePostResult {
  const unfinished = post.targets.filter(({ account, settings }) => {
    const platform = app.platforms(account.platform);
    return platform !== undefined && !platform.settings.safeParse(JSON.parse(settings)).success;
  });
  const platforms = [...new Set(unfinished.map(({ account }) => account.platform))];
  return {
    id: saved.id,
    status: saved.scheduledAt === null ? 'draft' : 'scheduled',
    scheduled_at: saved.scheduledAt === null ? null : formatTime(saved.scheduledAt),
    post_type: post.type,
    media_count: post.media.length,
    has_cover: post.coverUrl !== null,
    accounts: post.targets.map(({ account, customCaption }) => ({
      id: account.id,
      platform: account.platform,
      name: account.name,
      custom_caption: customCaption,
    })),
    ...post.skipped,
    ...(platforms.length > 0 && { hint: message('hint_setting_missing', { platforms }) }),
  };
}
