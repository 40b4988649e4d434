import { type Engagement, engagementOf, followersOf } from '../engagement.ts';
import { askedNames, gainedInRange, insight } from '../graph/insights.ts';
import { refuse } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { requirePost } from './read.ts';
import { requireAccount, requireOwner, threads } from './sign-in.ts';

type Numbers = Readonly<Record<string, (seen: Engagement) => number>>;

const ofPosts: Numbers = {
  views: ({ reach }) => reach,
  likes: ({ likes }) => likes,
  replies: ({ comments }) => comments,
  // What the sandbox invents as one number, Threads counts in three: of every four, two, one and one.
  reposts: ({ shares }) => Math.floor((shares + 1) / 2),
  quotes: ({ shares }) => Math.floor((shares + 2) / 4),
  shares: ({ shares }) => Math.floor(shares / 4),
};
const ofProfiles: Numbers = { ...ofPosts, clicks: ({ saves }) => saves };

export async function getPostInsights(call: Call): Promise<Answer> {
  const account = await requireAccount(call);
  const post = requirePost(call, account);
  const seen = engagementOf(call.world, post);
  const data = askedMetrics(call, ofPosts).map((name) =>
    insight(post.id, name, 'lifetime', { values: [{ value: ofPosts[name]?.(seen) ?? 0 }] }),
  );
  return ok({ data });
}

export async function getProfileInsights(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const gained = gainedInRange(call, threads, account.id);
  // Followers ignore the range.
  const numbers: Numbers = { ...ofProfiles, followers_count: () => followersOf(call.world, account) };
  const data = askedMetrics(call, numbers).map((name) => {
    const value = numbers[name]?.(gained) ?? 0;
    // Views alone come as a daily series.
    const series = { values: [{ value, end_time: new Date(call.world.now()).toISOString() }] };
    return insight(account.id, name, 'day', name === 'views' ? series : { total_value: { value } });
  });
  return ok({ data });
}

function askedMetrics(call: Call, known: Numbers): string[] {
  const asked = askedNames(call);
  if (asked.length > 0 && asked.every((name) => Object.hasOwn(known, name))) return asked;
  const names = Object.keys(known).join(', ');
  return refuse({ code: 100, type: 'THApiException', message: `Param metric[0] must be one of {${names}}` });
}
