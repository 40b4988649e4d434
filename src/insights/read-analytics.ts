import type { App } from '../context.ts';
import type { OutputOf } from '../contract/api/endpoint.ts';
import type { Api } from '../contract/api/index.ts';
import { type PlatformId, platformIds } from '../contract/platform-ids.ts';
import {
  bestPosts,
  type Counted,
  gainsByDay,
  postsByDay,
  type Scope,
  totalsByAccount,
} from '../store/numbers.ts';
import { calendarWindow } from './calendar-window.ts';

type Analytics = OutputOf<Api['readAnalytics']>;

const dayMs = 86_400_000;
const bestCount = 8;

/** The window's totals, what each day brought on the workspace's calendar, and the posts that did best. */
export async function readAnalytics(
  app: Pick<App, 'db' | 'clock'>,
  scope: Scope,
  input: { days: number; timeZone: string },
): Promise<Analytics> {
  const { query } = app.db;
  const { before, from, to, offsets } = calendarWindow(app.clock.now(), input.days, input.timeZone);
  const [accounts, earlier, gains, counts, best] = await Promise.all([
    totalsByAccount(query, scope, from, to),
    totalsByAccount(query, scope, before, from),
    gainsByDay(query, scope, { from, to }, offsets),
    postsByDay(query, scope, { from, to }, offsets),
    bestPosts(query, scope, from, to, bestCount),
  ]);
  const platforms = platformIds.flatMap((platform) => {
    const own = accounts.filter((row) => row.platform === platform);
    const former = earlier.filter((row) => row.platform === platform);
    return own.length + former.length > 0 ? [{ platform, ...add(own), before: add(former) }] : [];
  });
  const days = new Map<string, Analytics['days'][number]>();
  const dayOf = (day: number, platform: PlatformId) => {
    const name = new Date(day * dayMs).toISOString().slice(0, 10);
    const key = `${name} ${platform}`;
    const known = days.get(key) ?? { day: name, platform, ...none };
    days.set(key, known);
    return known;
  };
  for (const { platform, day, ...gained } of gains) Object.assign(dayOf(day, platform), gained);
  for (const { platform, day, posts } of counts) dayOf(day, platform).posts = posts;
  return {
    platforms,
    accounts: accounts.map((row) => ({
      accountId: row.account_id,
      name: row.name,
      platform: row.platform,
      ...add([row]),
      before: add(earlier.filter((former) => former.account_id === row.account_id)),
    })),
    days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    best: best.map((row) => ({
      deliveryId: row.id,
      postId: row.post_id,
      platform: row.platform,
      accountId: row.account_id,
      accountName: row.account,
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
