import { type Engagement, engagementOf } from '../engagement.ts';
import { refuse, usageHeaders } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { listPosts } from '../posts.ts';
import { requirePost } from './read.ts';
import { requireAccount, requireOwner, threads } from './sign-in.ts';

type Numbers = Readonly<Record<string, (seen: Engagement) => number>>;

const ofPosts: Numbers = {
  views: ({ reach }) => reach,
  likes: ({ likes }) => likes,
  replies: ({ comments }) => comments,
  // What the sandbox invents as one number, Threads counts in three.
  reposts: ({ shares }) => shares - Math.floor(shares / 3) - Math.floor(shares / 4),
  quotes: ({ shares }) => Math.floor(shares / 3),
  shares: ({ shares }) => Math.floor(shares / 4),
};
const ofProfiles: Numbers = {
  ...ofPosts,
  clicks: ({ saves }) => saves,
  followers_count: ({ reach }) => reach,
};

export async function getPostInsights(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const post = requirePost(call, account);
  const seen = engagementOf(threads, post.id);
  const data = askedMetrics(call, ofPosts).map((name) => ({
    name,
    period: 'lifetime',
    values: [{ value: ofPosts[name]?.(seen) ?? 0 }],
    title: name,
    description: '',
    id: `${post.id}/insights/${name}/lifetime`,
  }));
  return ok({ data }, usageHeaders('threads'));
}

export async function getProfileInsights(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const { posts } = listPosts(call.world.store, { platform: threads, account: account.id, limit: 1000 });
  const sum = { likes: 0, comments: 0, shares: 0, saves: 0, reach: 0 };
  for (const post of posts) {
    const seen = engagementOf(threads, post.id);
    for (const name of Object.keys(sum) as (keyof Engagement)[]) sum[name] += seen[name];
  }
  const data = askedMetrics(call, ofProfiles).map((name) => {
    const value = ofProfiles[name]?.(sum) ?? 0;
    const common = {
      name,
      period: 'day',
      title: name,
      description: '',
      id: `${account.id}/insights/${name}/day`,
    };
    // Views alone come as a daily series.
    if (name !== 'views') return { ...common, total_value: { value } };
    return { ...common, values: [{ value, end_time: new Date(call.world.now()).toISOString() }] };
  });
  return ok({ data }, usageHeaders('threads'));
}

function askedMetrics(call: Call, known: Numbers): string[] {
  const asked = (call.query.get('metric') ?? '').split(',').filter((name) => name !== '');
  if (asked.length > 0 && asked.every((name) => Object.hasOwn(known, name))) return asked;
  const names = Object.keys(known).join(', ');
  return refuse({ code: 100, type: 'THApiException', message: `Param metric[0] must be one of {${names}}` });
}
