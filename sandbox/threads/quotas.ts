import { graphError } from '../graph/problem.ts';
import type { Quota } from '../quotas.ts';

export const quotaSeconds = 86_400;

/** The profile's own limits per rolling day, as `threads_publishing_limit` tells them. */
const perDay = (name: string, limit: number): Quota => ({
  name,
  limit,
  span: { within: quotaSeconds },
  exceeded: () =>
    graphError({
      code: 4,
      subcode: 2207042,
      message: `You reached the maximum number of ${name} for 24 hours`,
    }),
});

export const postsQuota = perDay('posts', 250);
export const repliesQuota = perDay('replies', 1000);
export const deletesQuota = perDay('deletes', 100);
