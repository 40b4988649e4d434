import { engagementOf, followersOf, followingOf } from '../engagement.ts';
import { pick } from '../graph/fields.ts';
import { graphTime, instant, pageOf } from '../graph/paging.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import type { Account, Post } from '../store.ts';
import { containers, statusText } from './container.ts';
import { refuse, unknownObject } from './graph-error.ts';
import { postsQuota, quotaSeconds } from './quotas.ts';
import { instagram, requireAccount, requireOwner } from './sign-in.ts';

export async function getUser(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const { total } = listPosts(call.world.store, { platform: instagram, account: account.id, limit: 0 });
  const everything = {
    id: account.id.replace(/^17841/, '25'),
    user_id: account.id,
    username: account.username,
    name: account.name,
    account_type: 'BUSINESS',
    profile_picture_url: `${call.world.home()}/media/square.jpg`,
    followers_count: followersOf(call.world, account),
    follows_count: followingOf(account),
    media_count: total,
    biography: 'A pretend account of the Postbote sandbox.',
    website: '',
  };
  const fields = call.query.get('fields');
  // Whoever asks for the one id is not given the other, app-scoped one besides.
  return ok(pick(everything, fields, [], fields?.includes('user_id') !== true));
}

export async function getContainer(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  const container = containers.find(call.world, id);
  if (container === null || container.account !== account.id) return refuse(unknownObject(id));
  const code = containers.status(call.world, container);
  const everything = {
    id,
    status_code: code,
    status: statusText(code, container),
    video_status: {
      uploading_phase: {
        status: container.bytesTransferred > 0 || !container.isResumable ? 'complete' : 'in_progress',
        bytes_transferred: container.bytesTransferred,
      },
      processing_phase: {
        status: code === 'IN_PROGRESS' ? 'in_progress' : code === 'ERROR' ? 'error' : 'complete',
      },
    },
  };
  return ok(pick(everything, call.query.get('fields')));
}

export async function getMedia(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  const post = findPost(call.world.store, instagram, id);
  // Known to happen for a while to posts that are live: slow_processing aimed at this call.
  const isLate = call.takeFault('slow_processing', account.id) !== null;
  if (isLate || post === null || post.account !== account.id) return refuse(unknownObject(id));
  return ok(pick(mediaNode(call, account, post), call.query.get('fields'), optional));
}

export async function listMedia(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const { posts } = listPosts(call.world.store, {
    platform: instagram,
    account: account.id,
    limit: 1000,
    fromAt: instant(call.query.get('since')) ?? 0,
    untilAt: instant(call.query.get('until')) ?? Number.MAX_SAFE_INTEGER,
  });
  // Stories stand elsewhere.
  const wanted = posts.filter((post) => post.data.productType !== 'STORY');
  const view = (post: Post) => pick(mediaNode(call, account, post), call.query.get('fields'), optional);
  return ok(pageOf(call, wanted, view));
}

export async function getPublishingLimit(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const { limit, used } = call.world.quotas.state(call.world, instagram, postsQuota, account.id);
  const everything = {
    config: { quota_total: limit, quota_duration: quotaSeconds },
    quota_usage: used,
  };
  return ok({ data: [pick(everything, call.query.get('fields') ?? 'quota_usage', [], false)] });
}

export function permalinkPath(post: Post): string {
  return `instagram/${post.data.productType === 'REELS' ? 'reel' : 'p'}/${post.data.shortcode}/`;
}

function mediaNode(call: Call, account: Account, post: Post): Record<string, unknown> {
  const { likes, comments } = engagementOf(call.world, post);
  const children = post.data.children as string[];
  const picture = post.media[0]?.upload;
  return {
    id: post.id,
    ...(post.text === '' ? {} : { caption: post.text }),
    ...(post.media[0]?.alt ? { alt_text: post.media[0].alt } : {}),
    ...(children.length === 0 ? {} : { children: { data: children.map((id) => ({ id })) } }),
    media_type: post.data.mediaType,
    media_product_type: post.data.productType,
    ...(picture === undefined ? {} : { media_url: `${call.world.home()}/uploads/instagram/${picture}` }),
    ...(post.cover ? { thumbnail_url: `${call.world.home()}/uploads/instagram/${post.cover}` } : {}),
    permalink: `${call.world.home()}/${permalinkPath(post)}`,
    shortcode: post.data.shortcode,
    timestamp: graphTime(post.publishedAt),
    username: account.username,
    owner: { id: account.id },
    like_count: likes,
    comments_count: comments,
    is_comment_enabled: true,
    is_shared_to_feed: true,
  };
}

const optional = ['caption', 'alt_text', 'children', 'media_url', 'thumbnail_url'];
