import { engagementOf } from '../engagement.ts';
import { pick } from '../graph/fields.ts';
import { graphTime, instant, pageOf } from '../graph/paging.ts';
import { refuse, unknownObject } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts, removePost } from '../posts.ts';
import type { Post } from '../store.ts';
import { findPhoto } from './photos.ts';
import { facebook, requireAuthor, requirePage } from './sign-in.ts';
import { findVideo, statusOf } from './video.ts';

const optional = [
  'message',
  'shares',
  'attachments',
  'application',
  'full_picture',
  'post_id',
  'page_story_id',
];

/** GET /{page-id}/published_posts: newest first. */
export async function listPublished(call: Call): Promise<Answer> {
  const { page } = await requireAuthor(call);
  const { posts } = listPosts(call.world.store, {
    platform: facebook,
    account: page.id,
    fromAt: instant(call.query.get('since')) ?? 0,
    untilAt: instant(call.query.get('until')) ?? Number.MAX_SAFE_INTEGER,
    limit: 600,
  });
  const fields = call.query.get('fields') ?? 'id,message,created_time';
  return ok(pageOf(call, posts, (post) => pick(postNode(call, post), fields, optional)));
}

export async function getPost(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const post = requirePost(call, page.id);
  return ok(pick(postNode(call, post), call.query.get('fields'), optional));
}

export async function getVideo(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { id = '' } = call.params;
  const video = findVideo(call.world, id);
  if (video === null || video.page !== page.id) return refuse(unknownObject(id));
  const post = video.postId === null ? null : findPost(call.world.store, facebook, video.postId);
  const node = {
    id,
    status: statusOf(call.world, video),
    published: post !== null,
    description: post?.text ?? '',
    title: String(post?.data.title ?? ''),
    created_time: graphTime(video.createdAt),
    // Relative, as the real one often is.
    permalink_url: `/${video.kind === 'reel' ? 'reel/' : `${video.page}/videos/`}${id}/`,
    ...(video.postId === null ? {} : { post_id: video.postId.split('_')[1] }),
  };
  return ok(pick(node, call.query.get('fields'), optional));
}

export async function getPhoto(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { id = '' } = call.params;
  const photo = findPhoto(call.world, id);
  if (photo === null || photo.page !== page.id) return refuse(unknownObject(id));
  const node = {
    id,
    alt_text_custom: photo.alt,
    created_time: graphTime(photo.createdAt),
    ...(photo.postId === null ? {} : { page_story_id: photo.postId }),
  };
  return ok(pick(node, call.query.get('fields'), optional));
}

export async function deletePost(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { id } = requirePost(call, page.id);
  removePost(call.world.store, facebook, page.id, id);
  return ok({ success: true });
}

export function requirePost(call: Call, page: string): Post {
  const { id = '' } = call.params;
  const post = findPost(call.world.store, facebook, id);
  return post === null || post.account !== page ? refuse(unknownObject(id)) : post;
}

/** Below /sandbox/facebook, which stands for www.facebook.com. */
export function permalinkPath(post: Post): string {
  const { kind, videoId } = post.data;
  if (kind === 'reel') return `facebook/reel/${videoId}/`;
  if (kind === 'video') return `facebook/${post.account}/videos/${videoId}/`;
  return `facebook/${post.account}/posts/${post.id.split('_')[1]}`;
}

function postNode(call: Call, post: Post): Record<string, unknown> {
  const { likes, comments, shares } = engagementOf(call.world, post);
  const summary = (total: number) => ({ data: [], summary: { total_count: total } });
  const attachments = attachmentsOf(call, post);
  return {
    id: post.id,
    ...(post.text === '' ? {} : { message: post.text }),
    created_time: graphTime(post.publishedAt),
    permalink_url: `${call.world.home()}/${permalinkPath(post)}`,
    application: { id: post.data.appId, name: 'Pretend App' },
    is_published: true,
    ...(attachments.length === 0 ? {} : { attachments: { data: attachments } }),
    reactions: summary(likes),
    comments: summary(comments),
    // Absent stands for none.
    ...(shares === 0 ? {} : { shares: { count: shares } }),
  };
}

function attachmentsOf(call: Call, post: Post): unknown[] {
  const { photoIds, videoId, link } = post.data as {
    photoIds: string[];
    videoId: string | null;
    link: string | null;
  };
  const photo = (id: string) => ({ type: 'photo', media_type: 'photo', target: { id } });
  if (photoIds.length > 1) {
    const album = { id: `${post.account}000`, url: `${call.world.home()}/${permalinkPath(post)}` };
    return [
      { type: 'album', media_type: 'album', target: album, subattachments: { data: photoIds.map(photo) } },
    ];
  }
  if (photoIds[0] !== undefined) return [photo(photoIds[0])];
  if (videoId !== null) return [{ type: 'video_inline', media_type: 'video', target: { id: videoId } }];
  return link === null ? [] : [{ type: 'share', media_type: 'link', target: {}, unshimmed_url: link }];
}
