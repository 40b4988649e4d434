import { findAccount } from '../accounts.ts';
import { engagementOf, followersOf, followingOf } from '../engagement.ts';
import { findObject } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import type { Account, Post } from '../store.ts';
import { rateHeaders, refuse } from './answers.ts';
import type { StoredRecord } from './repo.ts';
import { bluesky, requireAccount } from './tokens.ts';

/** The public host takes anybody; the personal server passes reads on for those who are signed in. */
export function throughServer(read: (call: Call) => Answer): (call: Call) => Answer {
  return (call) => {
    requireAccount(call);
    return read(call);
  };
}

export function getPosts(call: Call): Answer {
  const uris = call.query.getAll('uris');
  if (uris.length === 0) return refuse(400, 'InvalidRequest', 'Error: Params must have the property "uris"');
  if (uris.length > 25)
    return refuse(400, 'InvalidRequest', 'Error: uris must not have more than 25 elements');
  const posts = uris.map((uri) => findPost(call.world.store, bluesky, uri)).filter((post) => post !== null);
  return ok({ posts: posts.map((post) => viewOf(call, post)) }, rateHeaders(call.world));
}

export function getProfile(call: Call): Answer {
  const account = findAccount(call.world.store, bluesky, call.query.get('actor') ?? '');
  if (account === null) return refuse(400, 'InvalidRequest', 'Profile not found');
  const { total } = listPosts(call.world.store, { platform: bluesky, account: account.id, limit: 0 });
  const profile = {
    ...authorOf(account),
    followersCount: followersOf(call.world, account),
    followsCount: followingOf(account),
    postsCount: total,
    indexedAt: new Date(account.createdAt).toISOString(),
    labels: [],
  };
  return ok(profile, rateHeaders(call.world));
}

export function getAuthorFeed(call: Call): Answer {
  const account = findAccount(call.world.store, bluesky, call.query.get('actor') ?? '');
  if (account === null) return refuse(400, 'InvalidRequest', 'Profile not found');
  const limit = Math.min(100, Math.max(1, Number(call.query.get('limit') ?? 50) || 50));
  const before = Date.parse(call.query.get('cursor') ?? '');
  const { posts } = listPosts(call.world.store, {
    platform: bluesky,
    account: account.id,
    limit,
    ...(Number.isNaN(before) ? {} : { untilAt: before - 1 }),
  });
  const last = posts.length === limit ? posts.at(-1) : undefined;
  return ok(
    {
      ...(last === undefined ? {} : { cursor: new Date(last.publishedAt).toISOString() }),
      feed: posts.map((post) => ({ post: viewOf(call, post) })),
    },
    rateHeaders(call.world),
  );
}

function authorOf(account: Account) {
  return { did: account.id, handle: account.username, displayName: account.name };
}

function viewOf(call: Call, post: Post) {
  const account = findAccount(call.world.store, bluesky, post.account);
  const record = findObject<StoredRecord>(
    call.world.store,
    bluesky,
    'record',
    `app.bsky.feed.post/${post.data.rkey}`,
    post.account,
  );
  const { likes, comments, shares, saves } = engagementOf(call.world, post);
  return {
    uri: post.id,
    cid: post.data.cid,
    author: account === null ? null : authorOf(account),
    record: record?.data.value,
    likeCount: likes,
    repostCount: shares,
    replyCount: comments,
    quoteCount: 0,
    bookmarkCount: saves,
    indexedAt: new Date(post.publishedAt).toISOString(),
    labels: [],
  };
}
