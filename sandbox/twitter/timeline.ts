import { findAccount } from '../accounts.ts';
import { engagementOf, followersOf, followingOf } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import type { Post } from '../store.ts';
import { isPremium, requireAccount, twitter } from './oauth.ts';
import { invalidRequest, notFoundProblem } from './problems.ts';
import type { Shown } from './text.ts';

export function getMe(call: Call): Answer {
  const account = requireAccount(call);
  const { total } = listPosts(call.world.store, { platform: twitter, account: account.id, limit: 0 });
  const extras: Record<string, unknown> = {
    profile_image_url: `${call.world.home()}/media/square.jpg`,
    verified: isPremium(account),
    verified_type: isPremium(account) ? 'blue' : 'none',
    subscription_type: isPremium(account) ? 'Premium' : 'None',
    created_at: new Date(account.createdAt).toISOString(),
    public_metrics: {
      followers_count: followersOf(call.world, account),
      following_count: followingOf(account),
      tweet_count: total,
      post_count: total,
      listed_count: 0,
      like_count: 0,
      media_count: 0,
    },
  };
  const asked = fieldsOf(call, 'user.fields');
  const data = { id: account.id, name: account.name, username: account.username };
  return ok({ data: { ...data, ...only(extras, asked) } });
}

export function getUserTweets(call: Call): Answer {
  requireAccount(call);
  const { id = '' } = call.params;
  const limit = Number(call.query.get('max_results') ?? 10);
  if (!Number.isInteger(limit) || limit < 5 || limit > 100) {
    invalidRequest(`The \`max_results\` query parameter value [${limit}] is not between 5 and 100`, {
      max_results: [limit],
    });
  }
  if (findAccount(call.world.store, twitter, id)?.id !== id) {
    return ok({ errors: [notFoundProblem('user', id)] });
  }
  const { posts } = listPosts(call.world.store, {
    platform: twitter,
    account: id,
    limit: 3200,
    fromAt: instant(call, 'start_time') ?? 0,
    untilAt: instant(call, 'end_time') ?? Number.MAX_SAFE_INTEGER,
  });
  const sinceId = BigInt(digits(call.query.get('since_id')));
  const untilId = BigInt(digits(call.query.get('until_id')));
  const token = call.query.get('pagination_token');
  const matching = posts
    .filter((post) => BigInt(post.id) > sinceId && (untilId === 0n || BigInt(post.id) < untilId))
    .filter((post) => !call.query.get('exclude')?.includes('replies') || post.data.replyTo === null);
  const from = token === null ? 0 : matching.findIndex((post) => `7140${post.id}` === token) + 1;
  const page = matching.slice(from, from + limit);
  const last = page.at(-1);
  const meta = {
    result_count: page.length,
    ...(page[0] === undefined || last === undefined ? {} : { newest_id: page[0].id, oldest_id: last.id }),
    ...(last !== undefined && matching.length > from + limit ? { next_token: `7140${last.id}` } : {}),
  };
  const body = page.length === 0 ? { meta } : { data: page.map((post) => viewOf(call, post)), meta };
  return ok(body);
}

export function getTweets(call: Call): Answer {
  requireAccount(call);
  const ids = (call.query.get('ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0 || ids.length > 100 || ids.some((id) => !/^\d{1,19}$/.test(id))) {
    invalidRequest('The `ids` query parameter must hold 1 to 100 ids', { ids });
  }
  const found = ids.map((id) => ({ id, post: findPost(call.world.store, twitter, id) }));
  const data = found.flatMap(({ post }) => (post === null ? [] : [viewOf(call, post)]));
  const errors = found.flatMap(({ id, post }) => (post === null ? [notFoundProblem('tweet', id)] : []));
  return ok({ ...(data.length === 0 ? {} : { data }), ...(errors.length === 0 ? {} : { errors }) });
}

export function getTweet(call: Call): Answer {
  requireAccount(call);
  const { id = '' } = call.params;
  const post = findPost(call.world.store, twitter, id);
  const body = post === null ? { errors: [notFoundProblem('tweet', id)] } : { data: viewOf(call, post) };
  return ok(body);
}

function viewOf(call: Call, post: Post): Record<string, unknown> {
  const shown = post.data.shown as Shown;
  const mediaKeys = post.data.mediaKeys as string[];
  const { likes, comments, shares, saves, reach } = engagementOf(call.world, post);
  const asked = new Set([...fieldsOf(call, 'tweet.fields'), ...fieldsOf(call, 'post.fields')]);
  const extras: Record<string, unknown> = {
    created_at: new Date(post.publishedAt).toISOString(),
    author_id: post.account,
    // A long post shows its beginning; the whole of it stands here.
    ...(post.data.isLong ? { note_tweet: { text: shown.text } } : {}),
    ...(mediaKeys.length === 0 ? {} : { attachments: { media_keys: mediaKeys } }),
    ...(shown.urls.length === 0 ? {} : { entities: { urls: shown.urls } }),
    public_metrics: {
      retweet_count: shares,
      repost_count: shares,
      reply_count: comments,
      like_count: likes,
      quote_count: 0,
      bookmark_count: saves,
      impression_count: reach,
    },
    non_public_metrics: {
      impression_count: reach,
      url_link_clicks: 0,
      user_profile_clicks: 0,
      engagements: likes,
    },
  };
  const text = post.data.isLong ? `${[...shown.text].slice(0, 279).join('')}…` : shown.text;
  return { id: post.id, text, edit_history_tweet_ids: [post.id], ...only(extras, asked) };
}

function fieldsOf(call: Call, parameter: string): Set<string> {
  return new Set((call.query.get(parameter) ?? '').split(','));
}

function only(extras: Record<string, unknown>, asked: Set<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extras).filter(([name]) => asked.has(name)));
}

function instant(call: Call, parameter: string): number | null {
  const given = call.query.get(parameter);
  if (given === null) return null;
  // Whole seconds or milliseconds, and always UTC: X refuses everything else.
  const valid =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(given) && !Number.isNaN(Date.parse(given));
  if (!valid)
    return invalidRequest(
      `The \`${parameter}\` query parameter value [${given}] is not a valid RFC3339 date-time`,
      { [parameter]: [given] },
    );
  return Date.parse(given);
}

function digits(given: string | null): string {
  return given !== null && /^\d{1,19}$/.test(given) ? given : '0';
}
