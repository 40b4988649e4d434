import { createHash } from 'node:crypto';
import { listPosts, type PostFilter } from './posts.ts';
import type { Account, Post } from './store.ts';
import type { World } from './world.ts';

export interface Engagement {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly saves: number;
  /** People. */
  readonly reach: number;
  /** Times it was seen; never less than the people who saw it. */
  readonly views: number;
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** Numbers move in steps, so that two questions about one moment get one answer. */
const stepMs = 10_000;

/** How a post's audience comes: a few at once, most within a day, the rest over the week. */
const waves = [
  { share: 0.12, halfLifeMs: 3 * minuteMs },
  { share: 0.53, halfLifeMs: 300 * minuteMs },
  { share: 0.35, halfLifeMs: 2 * dayMs },
] as const;

/**
 * How a post was received up to `at`. Invented, but the same for the same post at the same age, and never less
 * than before: it grows fast at first and comes to rest within weeks.
 */
export function engagementOf(
  world: World,
  post: Pick<Post, 'platform' | 'account' | 'id' | 'publishedAt'>,
  at = world.now(),
): Engagement {
  const age = at - post.publishedAt;
  if (age < 0) return { likes: 0, comments: 0, shares: 0, saves: 0, reach: 0, views: 0 };
  const dice = throwDice(`${post.platform}:${post.id}`);
  const [luck, curiosity, warmth, talk, passing, keeping, again] = dice;
  // One post in ten does five times as well as most, one in a hundred thirty times.
  const success = Math.min(40, (1 - luck) ** -0.75);
  const people = 20 + sizeOf(post.platform, post.account) * (0.08 + 0.2 * curiosity) * success;
  const share = grown((Math.floor(age / stepMs) + 1) * stepMs);
  const liked = people * (0.03 + 0.06 * warmth);
  // The first to see it are there at once; the rarer a reaction, the later its first one.
  return {
    likes: Math.ceil(liked * share),
    comments: Math.floor(liked * (0.05 + 0.15 * talk) * share),
    shares: Math.floor(liked * (0.03 + 0.12 * passing) * share),
    saves: Math.floor(liked * (0.02 + 0.1 * keeping) * share),
    reach: Math.ceil(people * share),
    views: Math.ceil(people * (1.2 + again) * share),
  };
}

/** What the posts of a filter have gained between two moments. */
export function gainedBy(
  world: World,
  filter: PostFilter,
  fromAt = 0,
  untilAt = world.now(),
): Engagement & { readonly posts: number } {
  const { posts } = listPosts(world.store, { limit: 1000, ...filter });
  const end = Math.min(untilAt, world.now());
  const sum = { likes: 0, comments: 0, shares: 0, saves: 0, reach: 0, views: 0 };
  for (const post of posts) {
    const [before, after] = [engagementOf(world, post, fromAt), engagementOf(world, post, end)];
    for (const name of Object.keys(sum) as (keyof Engagement)[]) {
      sum[name] += Math.max(0, after[name] - before[name]);
    }
  }
  return { ...sum, posts: posts.length };
}

/** A few come with time, more with every post that is seen. */
export function followersOf(world: World, account: Account): number {
  const { platform, id, createdAt } = account;
  const size = sizeOf(platform, id);
  const days = Math.max(0, world.now() - createdAt) / dayMs;
  return Math.floor(size * (1 + 0.002 * days) + gainedBy(world, { platform, account: id }).reach / 150);
}

/** How many others an account follows: set once. */
export function followingOf({ platform, id }: Account): number {
  return 20 + Math.floor(throwDice(`following:${platform}:${id}`)[0] * 400);
}

/** A number of a day that has nothing to do with posts, from 0 to `max` − 1. */
export function numberOfDay(what: string, max: number): number {
  return Math.floor(throwDice(what)[0] * max);
}

/** Followers at the start: from a hundred to some thousands, more often few. */
function sizeOf(platform: string, account: string): number {
  return Math.floor(120 + 4000 * throwDice(`size:${platform}:${account}`)[0] ** 2);
}

function grown(ageMs: number): number {
  return waves.reduce((sum, { share, halfLifeMs }) => sum + share * (1 - 0.5 ** (ageMs / halfLifeMs)), 0);
}

type Dice = readonly [number, number, number, number, number, number, number];

/** Seven numbers from 0 to below 1. */
function throwDice(seed: string): Dice {
  const bytes = createHash('sha256').update(seed).digest();
  return Array.from({ length: 7 }, (_, index) => bytes.readUInt32BE(index * 4) / 2 ** 32) as unknown as Dice;
}
