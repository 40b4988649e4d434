import { pick } from '../graph/fields.ts';
import { graphTime, instant, pageOf } from '../graph/paging.ts';
import { refuse, unknownObject } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts, removePost } from '../posts.ts';
import { type Quota, requireRoom } from '../quotas.ts';
import type { Account, Post } from '../store.ts';
import { containers } from './container.ts';
import { deletesQuota, postsQuota, quotaSeconds, repliesQuota } from './quotas.ts';
import { requireAccount, requireOwner, threads } from './sign-in.ts';

const optional = [
  'text',
  'alt_text',
  'children',
  'media_url',
  'thumbnail_url',
  'link_attachment_url',
  'topic_tag',
  'gif_url',
  'quoted_post',
  'reposted_post',
  'error_message',
];

export async function getProfile(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const node = {
    id: account.id,
    username: account.username,
    name: account.name,
    is_verified: false,
    threads_profile_picture_url: `${call.world.home()}/media/square.jpg`,
    threads_biography: 'A pretend profile of the Postbote sandbox.',
  };
  return ok(pick(node, call.query.get('fields')));
}

export async function getContainer(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  const container = containers.find(call.world, id);
  if (container === null || container.account !== account.id) return refuse(unknownObject(id));
  const status = containers.status(call.world, container);
  const problem = container.result?.problem;
  const node = { id, status, ...(status === 'ERROR' && problem ? { error_message: problem } : {}) };
  return ok(pick(node, call.query.get('fields'), optional));
}

/** A published post has no `status`: asking for it is the error of whoever mixes up the two ids. */
export async function getThread(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const post = requirePost(call, account);
  return ok(pick(threadNode(call, account, post), call.query.get('fields'), optional));
}

/** GET /{user-id}/threads leaves replies out; they are at /{user-id}/replies. */
export async function listThreads(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const isReplies = call.operation === 'replies';
  const { posts } = listPosts(call.world.store, {
    platform: threads,
    account: account.id,
    fromAt: instant(call.query.get('since')) ?? 0,
    untilAt: instant(call.query.get('until')) ?? Number.MAX_SAFE_INTEGER,
    limit: 1000,
  });
  const wanted = posts.filter((post) => (post.data.replyTo !== null) === isReplies);
  const fields = call.query.get('fields');
  const view = (post: Post) => pick(threadNode(call, account, post), fields, optional);
  return ok(pageOf(call, wanted, view));
}

export async function getPublishingLimit(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const told = (prefix: string, quota: Quota) => {
    const { limit, used } = call.world.quotas.state(call.world, threads, quota, account.id);
    const config = { quota_total: limit, quota_duration: quotaSeconds };
    return { [`${prefix}quota_usage`]: used, [`${prefix}config`]: config };
  };
  const everything = {
    ...told('', postsQuota),
    ...told('reply_', repliesQuota),
    ...told('delete_', deletesQuota),
  };
  const fields = call.query.get('fields') ?? 'quota_usage';
  return ok({ data: [pick(everything, fields, [], false)] });
}

export async function deleteThread(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id } = requirePost(call, account);
  requireRoom(call, threads, deletesQuota, account.id);
  call.world.quotas.spend(threads, deletesQuota, account.id, 1);
  removePost(call.world.store, threads, account.id, id);
  return ok({ success: true, deleted_id: id });
}

export function requirePost(call: Call, account: Account): Post {
  const { id = '' } = call.params;
  const post = findPost(call.world.store, threads, id);
  return post === null || post.account !== account.id ? refuse(unknownObject(id)) : post;
}

export function permalinkPath(post: Post, account: Account): string {
  return `threads/@${account.username}/post/${post.data.shortcode}`;
}

function threadNode(call: Call, account: Account, post: Post): Record<string, unknown> {
  const children = post.data.children as string[];
  const picture = post.media[0]?.upload;
  return {
    id: post.id,
    media_product_type: 'THREADS',
    media_type: post.data.mediaType,
    permalink: `${call.world.home()}/${permalinkPath(post, account)}`,
    shortcode: post.data.shortcode,
    owner: { id: account.id },
    username: account.username,
    timestamp: graphTime(post.publishedAt),
    is_quote_post: false,
    has_replies: false,
    is_reply: post.data.replyTo !== null,
    ...(post.text === '' ? {} : { text: post.text }),
    ...(post.media[0]?.alt ? { alt_text: post.media[0].alt } : {}),
    ...(children.length === 0 ? {} : { children: { data: children.map((id) => ({ id })) } }),
    ...(picture === undefined ? {} : { media_url: `${call.world.home()}/uploads/threads/${picture}` }),
    ...(post.data.link === null ? {} : { link_attachment_url: post.data.link }),
    ...(post.data.topicTag === null ? {} : { topic_tag: post.data.topicTag }),
  };
}
