import { findAccount } from '../accounts.ts';
import { engagementOf } from '../engagement.ts';
import type { Answer, Call } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import type { Account, Post } from '../store.ts';
import type { World } from '../world.ts';
import { refuse, success } from './answers.ts';
import { requireAccount, tiktok } from './oauth.ts';

const maxPage = 20;
/** Title and description come back cut (Video Object page: max length 150). */
const maxShown = 150;

/**
 * POST /v2/video/list/?fields=…: the public posts, newest first, a page by `cursor` (UTC milliseconds). Whether
 * TikTok lists photo posts here is not documented; this sandbox does.
 */
export async function listVideos(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'video.list');
  const fields = readFields(call);
  const { max_count: max = 10, cursor } = await call.body();
  if (!Number.isInteger(max) || Number(max) < 1 || Number(max) > maxPage) {
    refuse('invalid_params', `max_count must be from 1 to ${maxPage}`);
  }
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
  if (Number.isNaN(before)) refuse('invalid_params', 'cursor must be a Unix timestamp in milliseconds');
  const { posts } = listPosts(call.world.store, { platform: tiktok, account: account.id, limit: 1000 });
  const visible = posts.filter((post) => isPublic(post) && post.publishedAt < before);
  const page = visible.slice(0, Number(max));
  return success({
    videos: page.map((post) => view(call, account, post, fields)),
    cursor: page.at(-1)?.publishedAt ?? 0,
    has_more: visible.length > page.length,
  });
}

/** POST /v2/video/query/?fields=…: an id that is not the user's own is simply missing from the answer. */
export async function queryVideos(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'video.list');
  const fields = readFields(call);
  const { filters } = (await call.body()) as { filters?: { video_ids?: unknown } };
  const ids = filters?.video_ids;
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > maxPage) {
    return refuse('invalid_params', `filters.video_ids must hold 1 to ${maxPage} ids`);
  }
  const posts = ids
    .map((id) => findPost(call.world.store, tiktok, String(id)))
    .filter((post) => post !== null && post.account === account.id && isPublic(post));
  return success({ videos: posts.map((post) => view(call, account, post as Post, fields)) });
}

const isPublic = (post: Post) => post.data.privacy === 'PUBLIC_TO_EVERYONE';

function readFields(call: Call): string[] {
  const fields = (call.query.get('fields') ?? '').split(',').filter((name) => name !== '');
  if (fields.length === 0) refuse('invalid_params', 'The fields parameter is required.');
  return fields;
}

function view(call: Call, account: Account, post: Post, fields: readonly string[]): Record<string, unknown> {
  const { likes, comments, shares, reach } = engagementOf(call.world, post);
  const { title, description } = post.data as { title: string; description: string };
  const everything: Record<string, unknown> = {
    id: post.id,
    create_time: Math.floor(post.publishedAt / 1000),
    cover_image_url: `${call.world.home()}/media/cover.jpg`,
    share_url: `${call.world.home()}/${pagePath(post, account)}?utm_campaign=tt4d_open_api`,
    title: (title || description).slice(0, maxShown),
    video_description: description.slice(0, maxShown),
    duration: post.type === 'video' ? 15 : 0,
    height: 1280,
    width: 720,
    embed_link: `${call.world.home()}/${pagePath(post, account)}`,
    embed_html: '',
    like_count: likes,
    comment_count: comments,
    share_count: shares,
    view_count: reach,
  };
  const unknown = fields.find((name) => !Object.hasOwn(everything, name));
  if (unknown !== undefined) refuse('invalid_params', `Unknown field: ${unknown}`);
  return Object.fromEntries(fields.map((name) => [name, everything[name]]));
}

export function pagePath(post: Post, account: Account): string {
  return `tiktok/@${account.username}/${post.data.kind === 'video' ? 'video' : 'photo'}/${post.id}`;
}

export function findByPage(world: World, path: string): Post | null {
  const [, username = '', id = ''] = /^\/@([\w.]+)\/(?:video|photo)\/(\d+)$/.exec(path) ?? [];
  const post = id === '' ? null : findPost(world.store, tiktok, id);
  return post !== null && findAccount(world.store, tiktok, username)?.id === post.account ? post : null;
}
