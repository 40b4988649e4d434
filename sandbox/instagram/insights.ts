import { type Engagement, engagementOf, followersOf } from '../engagement.ts';
import { askedNames, gainedInRange, insight } from '../graph/insights.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost } from '../posts.ts';
import { refuse, unknownObject } from './graph-error.ts';
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
  const values = valuesOf(engagementOf(call.world, post));
  const allowed = metricsByKind[String(post.data.productType)] ?? [];
  const data = askedMetrics(call, allowed).map((name) =>
    insight(id, name, 'lifetime', { values: [{ value: values[name] ?? 0 }] }),
  );
  return ok({ data });
}

export async function getAccountInsights(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const values: Record<string, number> = {
    ...valuesOf(gainedInRange(call, instagram, account.id)),
    follower_count: followersOf(call.world, account),
  };
  const data = askedMetrics(call, accountMetrics).map((name) =>
    insight(account.id, name, 'day', { total_value: { value: values[name] ?? 0 } }),
  );
  return ok({ data });
}

function askedMetrics(call: Call, allowed: readonly string[]): string[] {
  const asked = askedNames(call);
  if (asked.length === 0) return refuse({ code: 100, message: '(#100) The parameter metric is required' });
  const wrong = asked.find((name) => !allowed.includes(name));
  if (wrong === undefined) return asked;
  return refuse({
    code: 100,
    message: `(#100) metric[0] must be one of the following values: ${allowed.join(', ')} (got ${wrong})`,
  });
}

function valuesOf({ likes, comments, shares, saves, reach, views }: Engagement): Record<string, number> {
  const interactions = likes + comments + shares + saves;
  return {
    likes,
    comments,
    shares,
    saved: saves,
    saves,
    reach,
    views,
    total_interactions: interactions,
    accounts_engaged: Math.min(reach, interactions),
  };
}
