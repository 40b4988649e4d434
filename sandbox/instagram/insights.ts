import { engagementOf } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import { refuse, unknownObject, usageHeaders } from './graph-error.ts';
import { instagram, requireAccount, requireOwner } from './sign-in.ts';

const everywhere = ['reach', 'views', 'shares', 'reposts', 'total_interactions'];
/** One metric that does not fit the kind of media fails the whole call. */
const metricsByKind: Readonly<Record<string, readonly string[]>> = {
  FEED: [...everywhere, 'likes', 'comments', 'saved', 'follows', 'profile_visits', 'profile_activity'],
  REELS: [
    ...everywhere,
    'likes',
    'comments',
    'saved',
    'ig_reels_avg_watch_time',
    'ig_reels_video_view_total_time',
    'reels_skip_rate',
    'crossposted_views',
    'facebook_views',
  ],
  STORY: [...everywhere, 'replies', 'follows', 'navigation', 'link_clicks', 'profile_visits'],
};
const accountMetrics = [
  ...everywhere,
  'accounts_engaged',
  'likes',
  'comments',
  'saves',
  'replies',
  'follows_and_unfollows',
  'profile_links_taps',
  'follower_count',
];

export async function getMediaInsights(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const { id = '' } = call.params;
  const post = findPost(call.world.store, instagram, id);
  if (post === null || post.account !== account.id) return refuse(unknownObject(id));
  const values = valuesOf([post.id]);
  const data = askedMetrics(call, metricsByKind[String(post.data.productType)] ?? []).map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: values[name] ?? 0 }],
    title: name,
    description: '',
    id: `${id}/insights/${name}/lifetime`,
  }));
  return ok({ data }, usageHeaders());
}

export async function getAccountInsights(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const since = Number(call.query.get('since') ?? 0) * 1000;
  const until = Number(call.query.get('until') ?? Number.MAX_SAFE_INTEGER / 1000) * 1000;
  const { posts } = listPosts(call.world.store, {
    platform: instagram,
    account: account.id,
    fromAt: Number.isFinite(since) ? since : 0,
    untilAt: Number.isFinite(until) ? until : Number.MAX_SAFE_INTEGER,
    limit: 1000,
  });
  const values = valuesOf(posts.map((post) => post.id));
  const data = askedMetrics(call, accountMetrics).map((name) => ({
    name,
    period: 'day',
    title: name,
    description: '',
    total_value: { value: values[name] ?? 0 },
    id: `${account.id}/insights/${name}/day`,
  }));
  return ok({ data }, usageHeaders());
}

function askedMetrics(call: Call, allowed: readonly string[]): string[] {
  const asked = (call.query.get('metric') ?? '').split(',').filter((name) => name !== '');
  if (asked.length === 0) return refuse({ code: 100, message: '(#100) The parameter metric is required' });
  const wrong = asked.find((name) => !allowed.includes(name));
  if (wrong === undefined) return asked;
  return refuse({
    code: 100,
    message: `(#100) metric[0] must be one of the following values: ${allowed.join(', ')} (got ${wrong})`,
  });
}

function valuesOf(ids: readonly string[]): Record<string, number> {
  const sum = {
    likes: 0,
    comments: 0,
    shares: 0,
    saved: 0,
    saves: 0,
    reach: 0,
    views: 0,
    total_interactions: 0,
  };
  for (const id of ids) {
    const seen = engagementOf(instagram, id);
    sum.likes += seen.likes;
    sum.comments += seen.comments;
    sum.shares += seen.shares;
    sum.saved += seen.saves;
    sum.saves += seen.saves;
    sum.reach += seen.reach;
    sum.views += seen.reach * 2;
    sum.total_interactions += seen.likes + seen.comments + seen.shares + seen.saves;
  }
  return sum;
}
