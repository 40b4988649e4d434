import type { App } from '../context.ts';
import type { OutputOf } from '../contract/api/endpoint.ts';
import type { Api } from '../contract/api/index.ts';
import { platformIds } from '../contract/platform-ids.ts';
import {
  bestPosts,
  type Counted,
  gainsByDay,
  postsByDay,
  type Scope,
  totalsByAccount,
} from '../store/numbers.ts';

type Analytics = OutputOf<Api['readAnalytics']>;

const dayMs = 86_400_000;
const bestCount = 12;

/** The window's totals, what each day brought on the workspace's calendar, and the posts that did best. */
export async function readAnalytics(
  app: Pick<App, 'db' | 'clock'>,
  scope: Scope,
  input: { days: number; timeZone: string },
): Promise<Analytics> {
  const { query } = app.db;
  const now = app.clock.now();
  const offsetMs = offsetOf(input.timeZone, now);
  const today = Math.floor((now + offsetMs) / dayMs);
  // Whole days, today included.
  const from = (today - input.days + 1) * dayMs - offsetMs;
  const [accounts, before, gains, counts, best] = await Promise.all([
    totalsByAccount(query, scope, from, now + dayMs),
    totalsByAccount(query, scope, from - input.days * dayMs, from),
    gainsByDay(query, scope, from, offsetMs),
    postsByDay(query, scope, from, now + dayMs, offsetMs),
    bestPosts(query, scope, from, now + dayMs, bestCount),
  ]);
  const platforms = platformIds.flatMap((platform) => {
    const own = accounts.filter((row) => row.platform === platform);
    const earlier = before.filter((row) => row.platform === platform);
    return own.length + earlier.length > 0 ? [{ platform, ...add(own), before: add(earlier) }] : [];
  });
  const days = new Map<string, Analytics['days'][number]>();
  const dayOf = (day: number, platform: (typeof platformIds)[number]) => {
    const name = new Date(day * dayMs).toISOString().slice(0, 10);
    const key = `${name} ${platform}`;
    const known = days.get(key) ?? { day: name, platform, ...none };
    days.set(key, known);
    return known;
  };
  for (const { platform, day, ...gained } of gains) Object.assign(dayOf(day, platform), gained);
  for (const { platform, day, posts } of counts) dayOf(Number(day), platform).posts = posts;
  return {
    platforms,
    accounts: accounts.map(({ account_id, name, platform, ...numbers }) => ({
      accountId: account_id,
      name,
      platform,
      ...counted(numbers),
      posts: numbers.posts,
    })),
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    best: best.map((row) => ({
      deliveryId: row.id,
      postId: row.post_id,
      platform: row.platform,
      accountId: row.account_id,
      text: row.text,
      postType: row.post_type,
      publishedAt: row.published_at,
      url: row.url,
      state: row.state,
      ...counted(row),
    })),
  };
}

const none = { posts: 0, likes: 0, comments: 0, shares: 0, reach: 0 };
const counted = ({ likes, comments, shares, reach }: Counted): Counted => ({
  likes: Number(likes),
  comments: Number(comments),
  shares: Number(shares),
  reach: Number(reach),
});

function add(rows: readonly (Counted & { posts: number })[]) {
  return rows.reduce(
    (sum, row) => ({
      posts: sum.posts + Number(row.posts),
      likes: sum.likes + Number(row.likes),
      comments: sum.comments + Number(row.comments),
      shares: sum.shares + Number(row.shares),
      reach: sum.reach + Number(row.reach),
    }),
    none,
  );
}

/** How far the zone's clocks are from UTC now. Days before a change of clocks begin an hour off, which no chart shows. */
export function offsetOf(timeZone: string, now: number): number {
  const at = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  return Math.round(at.offsetNanoseconds / 1e6);
}
