import { z } from 'zod';
import { postTypes } from '../platform-ids.ts';
import { deliveryStates, postStates } from '../tools.ts';
import { addresses } from './addresses.ts';
import { endpoint, id, listOf, modeScope, nothing, platform, problem, time } from './endpoint.ts';

export const mediaItem = z.strictObject({
  url: z.string().max(4096),
  kind: z.enum(['image', 'video']),
  alt: z.string().max(2000).default(''),
});

/** What the editor holds. It may be unfinished: a draft is stored as it stands. */
export const composition = z.strictObject({
  text: z.string().max(20_000),
  /** Own text for a platform. */
  texts: z.partialRecord(platform, z.string().max(20_000)).default({}),
  accountIds: z.array(id).max(500),
  media: z.array(mediaItem).max(35),
  coverUrl: z.string().max(4096).nullable().default(null),
  /** Board, location, title, privacy …, by account. What is missing falls back to the account's defaults. */
  settings: z.record(id, z.record(z.string(), z.unknown())).default({}),
});
export type Composition = z.infer<typeof composition>;

export const plan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('draft') }),
  z.strictObject({ kind: z.literal('at'), at: time }),
  z.strictObject({ kind: z.literal('queue') }),
  z.strictObject({ kind: z.literal('now') }),
]);

const attempt = z.object({
  number: z.int(),
  startedAt: time,
  endedAt: time,
  outcome: z.enum(['published', 'retry', 'failed', 'unconfirmed', 'interrupted']),
  problem: problem.nullable(),
  raw: z.string().nullable(),
});

export const numbers = z.object({
  likes: z.int(),
  comments: z.int(),
  shares: z.int(),
  reach: z.int(),
});

export const deliveryView = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  accountUsername: z.string().nullable(),
  platform,
  state: z.enum(deliveryStates),
  text: z.string(),
  customText: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  dueAt: time.nullable(),
  nextTryAt: time.nullable(),
  publishedAt: time.nullable(),
  publicId: z.string().nullable(),
  url: z.string().nullable(),
  problem: problem.nullable(),
  raw: z.string().nullable(),
  attempts: z.int(),
});

export const postView = z.object({
  id,
  state: z.enum(postStates),
  postType: z.enum(postTypes),
  composition,
  scheduledAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  /** Raised by every change; a save names the one it began with, so that nobody overwrites another's work. */
  revision: z.int(),
  /** Who wrote it last: a member's name, or the name of the API key. */
  author: z.string().nullable(),
  viaApi: z.boolean(),
  deliveries: z.array(deliveryView),
});

export const postRow = z.object({
  id,
  state: z.enum(postStates),
  postType: z.enum(postTypes),
  text: z.string(),
  /** A picture that stands for it: its first, or the cover of its film. */
  thumbnail: z.string().nullable(),
  /** Its film, where there is no picture: the browser shows the first frame. */
  film: z.string().nullable(),
  mediaCount: z.int(),
  scheduledAt: time.nullable(),
  createdAt: time,
  revision: z.int(),
  author: z.string().nullable(),
  viaApi: z.boolean(),
  deliveries: z.array(
    z.object({
      accountId: id,
      platform,
      state: z.enum(deliveryStates),
      problemCode: z.string().nullable(),
      url: z.string().nullable(),
    }),
  ),
});

const postScope = modeScope.extend({ postId: id });

export const postsApi = {
  /** Newest first by the moment that matters (scheduled, else created); `cursor` goes on where the last page ended. */
  listPosts: endpoint({
    ...addresses.listPosts,
    needs: 'viewer',
    input: modeScope.extend({
      states: listOf(z.enum(postStates)).optional(),
      platforms: listOf(platform).optional(),
      accounts: listOf(id).optional(),
      search: z.string().max(200).optional(),
      from: z.coerce.number().int().optional(),
      to: z.coerce.number().int().optional(),
      order: z.enum(['newest', 'soonest']).default('newest'),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    output: z.object({ posts: z.array(postRow), cursor: z.string().nullable() }),
  }),
  readPost: endpoint({
    ...addresses.readPost,
    needs: 'viewer',
    input: postScope,
    output: postView,
  }),
  /**
   * Creates or changes a post; the browser chooses the id, so sending the same again does no harm. `revision` is null
   * for a new post. A stale revision is a 409 with who changed it. Drafts are stored unfinished; any other plan is
   * refused with every problem at once.
   */
  savePost: endpoint({
    ...addresses.savePost,
    needs: 'editor',
    input: postScope.extend({ revision: z.int().nullable(), composition, plan }),
    output: postView,
  }),
  /** What would be wrong with it; the same rules as saving. */
  checkPost: endpoint({
    ...addresses.checkPost,
    needs: 'viewer',
    input: modeScope.extend({ composition, plan }),
    output: z.object({ postType: z.enum(postTypes), problems: z.array(problem) }),
  }),
  nextSlot: endpoint({
    ...addresses.nextSlot,
    needs: 'viewer',
    input: modeScope,
    output: z.object({ at: time }),
  }),
  reschedulePost: endpoint({
    ...addresses.reschedulePost,
    needs: 'editor',
    input: postScope.extend({ revision: z.int(), at: time }),
    output: postView,
  }),
  duplicatePost: endpoint({
    ...addresses.duplicatePost,
    needs: 'editor',
    input: postScope.extend({ newId: id }),
    output: postView,
  }),
  cancelPost: endpoint({
    ...addresses.cancelPost,
    needs: 'editor',
    input: postScope,
    output: postView,
  }),
  /** Only drafts and canceled posts that never had an effect; all else is history. */
  deletePost: endpoint({
    ...addresses.deletePost,
    needs: 'editor',
    input: postScope,
    output: nothing,
  }),
  /** Sends the failed ones again, or only the named accounts; the others are not touched. */
  retryPost: endpoint({
    ...addresses.retryPost,
    needs: 'editor',
    input: postScope.extend({ accountIds: z.array(id).min(1).max(500).optional() }),
    output: postView,
  }),
  settleDelivery: endpoint({
    ...addresses.settleDelivery,
    needs: 'editor',
    input: postScope.extend({
      accountId: id,
      decision: z.enum(['it_is_there', 'post_it_again']),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .optional(),
    }),
    output: postView,
  }),
  readAttempts: endpoint({
    ...addresses.readAttempts,
    needs: 'viewer',
    input: postScope,
    output: z.object({ attempts: z.record(id, z.array(attempt)) }),
  }),
  /** The numbers over time, by delivery. */
  readNumbers: endpoint({
    ...addresses.readNumbers,
    needs: 'viewer',
    input: postScope,
    output: z.object({ series: z.record(id, z.array(numbers.extend({ at: time }))) }),
  }),
};

export type PostView = z.infer<typeof postView>;
export type PostRow = z.infer<typeof postRow>;
export type DeliveryView = z.infer<typeof deliveryView>;
export type AttemptView = z.infer<typeof attempt>;
export type PlanInput = z.infer<typeof plan>;
export type MediaItem = z.infer<typeof mediaItem>;
export type Numbers = z.infer<typeof numbers>;
