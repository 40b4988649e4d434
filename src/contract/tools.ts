import { z } from 'zod';
import { platformIds, postTypes } from './platform-ids.ts';
import { type DeliveryState, deliveryStates, type PostState, postStates } from './post-states.ts';

/**
 * The six tools' inputs and outputs. Input schemas stay plain enough for every client: an object at the top,
 * no unions, no formats, no nullables. What they cannot say ("exactly one of") the server checks.
 */

const platform = z.enum(platformIds);

const targets = {
  platforms: z
    .array(platform)
    .max(10)
    .optional()
    .describe(
      'Posts to ALL active accounts of these platforms. Give exactly one of platforms and account_ids.',
    ),
  account_ids: z
    .array(z.string().max(64))
    .max(500)
    .optional()
    .describe('Ids from list_social_accounts. Give exactly one of platforms and account_ids.'),
};

const body = {
  content: z
    .string()
    .describe(
      'Default text, at most 5000 characters; may be empty only when media are given. Each platform has its own, often shorter limit.',
    ),
  ...targets,
  media_urls: z
    .array(z.string().max(4096))
    .max(35)
    .optional()
    .describe('Public http(s) addresses: one image, one video, or several images for a carousel.'),
  cover_url: z
    .string()
    .max(4096)
    .optional()
    .describe('Public http(s) address of a cover image; only with a video.'),
  per_platform: z
    .array(z.strictObject({ platform, content: z.string() }))
    .max(10)
    .optional()
    .describe('Own text for a platform; overrides content there.'),
};

export const idempotencyKeyInput = z.string().min(1).max(255);
const idempotency = {
  idempotency_key: idempotencyKeyInput
    .optional()
    .describe('Send the same key again to repeat a call safely: within 24 h the first result comes back.'),
};

export const createPostInput = z.strictObject({
  ...body,
  scheduled_at: z
    .string()
    .max(64)
    .optional()
    .describe(
      'ISO 8601 date and time, e.g. 2026-12-24T18:00:00Z. Without an offset it is read as UTC. Omit for a draft.',
    ),
  use_queue: z
    .boolean()
    .optional()
    .describe('Plan into the next free slot, 4 hours after the last scheduled post; wins over scheduled_at.'),
  ...idempotency,
});
export const publishNowInput = z.strictObject({ ...body, ...idempotency });
export const listScheduledPostsInput = z.strictObject({
  limit: z.int().min(1).max(50).optional().describe('How many posts at most, 1 to 50; default 10.'),
});
export const getPostStatusInput = z.strictObject({
  post_id: z.string().max(64).describe('The id that create_post or publish_now returned.'),
});
export const noInput = z.strictObject({});

export type CreatePostInput = z.infer<typeof createPostInput>;

const postType = z.enum(postTypes);

export const socialAccount = z.object({
  id: z.string(),
  platform,
  platform_display_name: z.string(),
  platform_username: z.string().nullable(),
  created_at: z.string(),
});
export const postSummary = z.object({
  id: z.string(),
  master_content: z.string(),
  scheduled_at: z.string().nullable(),
  status: z.enum(['draft', 'scheduled']),
  platforms: z.array(platform),
});
export const analyticsEntry = z.object({
  platform,
  likes: z.number(),
  comments: z.number(),
  shares: z.number(),
  reach: z.number(),
});
const skipped = {
  skipped_account_ids: z.array(z.string()).optional(),
  skipped_platforms: z.array(platform).optional(),
};
export const createPostOutput = z.object({
  id: z.string(),
  status: z.enum(['draft', 'scheduled']),
  scheduled_at: z.string().nullable(),
  post_type: postType,
  media_count: z.number(),
  has_cover: z.boolean(),
  accounts: z.array(z.object({ id: z.string(), platform, name: z.string(), custom_caption: z.boolean() })),
  ...skipped,
  hint: z.string().optional(),
  deduplicated: z.boolean().optional(),
});
export const publishNowOutput = z.object({
  id: z.string(),
  status: z.literal('scheduled'),
  post_type: postType,
  media_count: z.number(),
  publishing: z.literal('gestartet'),
  hint: z.string(),
  ...skipped,
  deduplicated: z.boolean().optional(),
});

export { type DeliveryState, deliveryStates, type PostState, postStates };

export const getPostStatusOutput = z.object({
  id: z.string(),
  status: z.enum(postStates),
  post_type: postType,
  scheduled_at: z.string().nullable(),
  variants: z.array(
    z.object({
      platform,
      account: z.string(),
      account_id: z.string(),
      status: z.enum(deliveryStates),
      error: z.string().nullable(),
      error_code: z.string().nullable(),
      platform_message: z.string().nullable(),
      next_action: z.string().nullable(),
      attempts: z.number(),
      next_attempt_at: z.string().nullable(),
      published_at: z.string().nullable(),
      public_id: z.string().nullable(),
      url: z.string().nullable(),
    }),
  ),
});

export type SocialAccount = z.infer<typeof socialAccount>;
export type PostSummary = z.infer<typeof postSummary>;
export type AnalyticsEntry = z.infer<typeof analyticsEntry>;
export type CreatePostResult = z.infer<typeof createPostOutput>;
export type PublishNowResult = z.infer<typeof publishNowOutput>;
export type PostStatus = z.infer<typeof getPostStatusOutput>;

export const accountsOutput = z.object({ accounts: z.array(socialAccount) });
export const postsOutput = z.object({ posts: z.array(postSummary) });
export const analyticsOutput = z.object({ analytics: z.array(analyticsEntry) });
