import { z } from 'zod';
import { postTypes } from '../platform-ids.ts';
import { deliveryStates } from '../tools.ts';
import { addresses } from './addresses.ts';
import { endpoint, id, modeScope, platform, problem, time } from './endpoint.ts';
import { numbers, postRow } from './posts.ts';

/** How the publisher is doing. */
export const pulse = z.object({
  beatAt: time.nullable(),
  /** No sign of life, or something is overdue that nobody is at. */
  stalled: z.boolean(),
  overdue: z.int(),
  /** Milliseconds between due and first request over the last day; null without posts. */
  latenessP50: z.number().nullable(),
  latenessP95: z.number().nullable(),
  paused: z.boolean(),
});

/** Something only a person can mend. */
export const chore = z.object({
  kind: z.enum(['failed', 'unconfirmed', 'reconnect', 'expiring', 'setting_missing', 'paused']),
  platform,
  accountId: id,
  accountName: z.string(),
  postId: id.nullable(),
  text: z.string(),
  at: time.nullable(),
  problem: problem.nullable(),
});

export const topPost = z.object({
  deliveryId: id,
  postId: id,
  platform,
  accountId: id,
  accountName: z.string(),
  text: z.string(),
  postType: z.enum(postTypes),
  publishedAt: time,
  url: z.string().nullable(),
  state: z.enum(deliveryStates),
  ...numbers.shape,
});

const window = modeScope.extend({
  days: z.coerce.number().int().min(1).max(365).default(30),
});

export const insightsApi = {
  readHome: endpoint({
    ...addresses.readHome,
    needs: 'viewer',
    input: modeScope,
    output: z.object({
      next: z.array(postRow),
      recent: z.array(postRow),
      chores: z.array(chore),
      pulse,
      counts: z.object({ scheduled: z.int(), published30: z.int(), drafts: z.int(), accounts: z.int() }),
    }),
  }),
  readAnalytics: endpoint({
    ...addresses.readAnalytics,
    needs: 'viewer',
    input: window,
    output: z.object({
      /** Totals of the posts published in the window, and of the window before it for comparison. */
      platforms: z.array(
        numbers.extend({ platform, posts: z.int(), before: numbers.extend({ posts: z.int() }) }),
      ),
      accounts: z.array(
        numbers.extend({
          accountId: id,
          name: z.string(),
          platform,
          posts: z.int(),
          before: numbers.extend({ posts: z.int() }),
        }),
      ),
      /** What was gained on each day of the workspace's calendar (`2026-11-15`), by platform. */
      days: z.array(z.object({ day: z.string(), platform, posts: z.int(), ...numbers.shape })),
      best: z.array(topPost),
    }),
  }),
};

/** What the event stream says: something about this changed, look again. */
export const liveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('post'), postId: id }),
  z.object({ kind: z.literal('accounts') }),
  z.object({ kind: z.literal('keys') }),
  z.object({ kind: z.literal('workspace') }),
]);

export type Pulse = z.infer<typeof pulse>;
export type Chore = z.infer<typeof chore>;
export type TopPost = z.infer<typeof topPost>;
export type LiveEvent = z.infer<typeof liveEvent>;
