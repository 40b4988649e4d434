import type { Quota } from '../quotas.ts';
import { problem } from './answers.ts';

/** "Around 15 posts per day" and creator, over all apps (content sharing guidelines). */
const dailyPosts = 15;

/** Asked by creator_info and by every init, used up by the post that comes of it. */
export const postsQuota: Quota = {
  name: 'posts',
  limit: dailyPosts,
  span: { within: 86_400 },
  exceeded: () =>
    problem('spam_risk_too_many_posts', 'The daily post cap from the API is reached for the current user.'),
};

/** Per token and minute (API v2 rate limits); no header tells how much is left. */
const perMinute = (name: string, limit: number, ...operations: string[]): Quota => ({
  name,
  limit,
  span: { every: 60 },
  costs: Object.fromEntries(operations.map((operation) => [operation, 1])),
  exceeded: () => problem('rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'),
});

export const quotas: readonly Quota[] = [
  postsQuota,
  perMinute('creator_info', 20, 'creator_info'),
  perMinute('init', 6, 'video_init', 'inbox_video_init', 'content_init'),
  perMinute('status', 30, 'status'),
  perMinute('display', 600, 'user_info', 'video_list', 'video_query'),
];
