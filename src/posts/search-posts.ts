import type { App, Caller } from '../context.ts';
import type { PostRow } from '../contract/api/posts.ts';
import { PostboteError } from '../errors.ts';
import { smallUrl } from '../files/file-address.ts';
import { mediaOfPosts } from '../store/deliveries.ts';
import { deliveriesOfPosts, type ListedPost, listPostsOf, type PostFilter } from '../store/post-list.ts';
import { postState } from './post-state.ts';

/** One page of the workspace's posts, and where the next one begins. */
export async function searchPosts(
  app: Pick<App, 'db'>,
  caller: Caller,
  filter: Omit<PostFilter, 'after'> & { cursor?: string },
): Promise<{ posts: PostRow[]; cursor: string | null }> {
  const { cursor, ...rest } = filter;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { query } = app.db;
  const found = await listPostsOf(query, caller.workspaceId, caller.mode, {
    ...rest,
    ...(after && { after }),
    limit: filter.limit + 1,
  });
  const page = found.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    posts: await describeRows(app, page),
    cursor: found.length > filter.limit && last ? `${last.moment}_${last.id}` : null,
  };
}

async function describeRows(app: Pick<App, 'db'>, page: readonly ListedPost[]): Promise<PostRow[]> {
  if (page.length === 0) return [];
  const ids = page.map((post) => post.id);
  const [deliveries, media] = await Promise.all([
    deliveriesOfPosts(app.db.query, ids),
    mediaOfPosts(app.db.query, ids),
  ]);
  const ofPost = Map.groupBy(deliveries, (row) => row.post_id);
  const mediaOf = Map.groupBy(media, (row) => row.post_id);
  return page.map((post) => {
    const own = ofPost.get(post.id) ?? [];
    const attached = mediaOf.get(post.id) ?? [];
    const picture = attached.find((item) => item.kind === 'image')?.url ?? post.cover_url;
    const film = attached.find((item) => item.kind === 'video')?.url ?? null;
    return {
      id: post.id,
      state: postState(
        post.scheduled_at,
        own.map((row) => row.state),
      ),
      postType: post.post_type,
      text: post.content === '' ? (own.find((row) => row.text !== '')?.text ?? '') : post.content,
      thumbnail: picture && smallUrl(picture),
      film: picture === null ? film : null,
      mediaCount: attached.length,
      scheduledAt: post.scheduled_at,
      createdAt: post.created_at,
      revision: post.revision,
      author: post.author,
      viaApi: post.api_key_id !== null,
      deliveries: own.map((row) => ({
        accountId: row.account_id,
        platform: row.platform,
        state: row.state,
        problemCode: row.error_code,
        url: row.url,
      })),
    };
  });
}

function readCursor(text: string): { moment: number; id: string } {
  const [, moment, id] = /^(\d{1,16})_([\w-]{1,64})$/.exec(text) ?? [];
  if (moment === undefined || id === undefined) throw new PostboteError('invalid_request');
  return { moment: Number(moment), id };
}
