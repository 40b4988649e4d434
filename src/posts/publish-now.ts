import type { App, Caller } from '../context.ts';
import { message } from '../contract/messages.ts';
import type { PublishNowResult } from '../contract/tools.ts';
import { checkPost } from './check-post.ts';
import { once } from './once.ts';
import { savePost } from './save-post.ts';

/** Stores the post as due now and answers; the publisher does the rest. */
export async function publishNow(
  app: Pick<App, 'db' | 'clock' | 'mediaFetch' | 'platforms' | 'address' | 'wake' | 'changes'>,
  caller: Caller,
  args: unknown,
): Promise<PublishNowResult> {
  const result = await once<PublishNowResult>(app, caller, 'publish_now', args, async (commit) => {
    const post = await checkPost(app, caller, 'publish_now', args);
    return commit(async (query): Promise<PublishNowResult> => {
      const { id } = await savePost(app, query, caller, post);
      return {
        id,
        status: 'scheduled',
        post_type: post.type,
        media_count: post.media.length,
        publishing: 'gestartet',
        hint: message('hint_status'),
        ...post.skipped,
      };
    });
  });
  if (!result.deduplicated) app.wake(app.clock.now());
  // Its turn may come late, if its account has other work: people should see it before.
  app.changes.tell({ postId: result.id });
  return result;
}
