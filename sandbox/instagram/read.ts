import { engagementOf, followersOf, followingOf } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import type { Account, Post } from '../store.ts';
import { findContainer, statusOf, statusText } from './container.ts';
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
  return ok(pick(everything, call.query.get('fields') ?? 'id'));
}

export async function getContainer(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  const container = findContainer(call.world, id);
  if (container === null || container.account !== account.id) return refuse(unknownObject(id));
  const code = statusOf(call.world, container);
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
  return ok(pick(everything, call.query.get('fields') ?? 'id'));
}

export async function getMedia(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  const post = findPost(call.world.store, instagram, id);
  // Known to happen for a while to posts that are live: slow_processing aimed at this call.
  const isLate = call.takeFault('slow_processing', account.id) !== null;
  if (isLate || post === null || post.account !== account.id) return refuse(unknownObject(id));
  return ok(pick(mediaNode(call, account, post), call.query.get('fields') ?? 'id'));
}

export async function listMedia(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const limit = Math.min(100, Math.max(1, Number(call.query.get('limit') ?? 25) || 25));
  const { posts } = listPosts(call.world.store, {
    platform: instagram,
    account: account.id,
    limit: 1000,
    fromAt: unixTime(call.query.get('since')) ?? 0,
    untilAt: unixTime(call.query.get('until')) ?? Number.MAX_SAFE_INTEGER,
  });
  const after = call.query.get('after');
  const from = after === null ? 0 : posts.findIndex((post) => cursorOf(post) === after) + 1;
  const page = posts.filter((post) => post.data.productType !== 'STORY').slice(from, from + limit);
  const fields = call.query.get('fields') ?? 'id';
  const [first, last] = [page.at(0), page.at(-1)];
  return ok({
    data: page.map((post) => pick(mediaNode(call, account, post), fields)),
    ...(first === undefined || last === undefined
      ? {}
      : { paging: { cursors: { before: cursorOf(first), after: cursorOf(last) } } }),
  });
}

export async function getPublishingLimit(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const { limit, used } = call.world.quotas.state(call.world, instagram, postsQuota, account.id);
  const everything = {
    config: { quota_total: limit, quota_duration: quotaSeconds },
    quota_usage: used,
  };
  return ok({ data: [pick(everything, call.query.get('fields') ?? 'quota_usage', false)] });
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
    timestamp: new Date(post.publishedAt).toISOString().replace(/\.\d+Z$/, '+0000'),
    username: account.username,
    owner: { id: account.id },
    like_count: likes,
    comments_count: comments,
    is_comment_enabled: true,
    is_shared_to_feed: true,
  };
}

const optional = ['caption', 'alt_text', 'children', 'media_url', 'thumbnail_url'];

function pick(everything: Record<string, unknown>, fields: string, withId = true): Record<string, unknown> {
  const names = fields
    .replace(/\{[^}]*\}/g, '')
    .split(',')
    .filter((name) => name !== '');
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    if (Object.hasOwn(everything, name)) picked[name] = everything[name];
    else if (!optional.includes(name)) {
      refuse({ code: 100, message: `Tried accessing nonexisting field (${name})` });
    }
  }
  if (withId && !('id' in picked) && !names.includes('user_id')) picked.id = everything.id;
  return picked;
}

function cursorOf(post: Post): string {
  return Buffer.from(post.id).toString('base64url');
}

function unixTime(given: string | null): number | null {
  if (given === null) return null;
  const seconds = /^\d+$/.test(given) ? Number(given) : Date.parse(given) / 1000;
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}
