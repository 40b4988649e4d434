import { graphError } from '../graph/problem.ts';
import type { Quota } from '../quotas.ts';

export const quotaSeconds = 86_400;

/** 100 by the guide, 50 by an older page: `content_publishing_limit` is what tells. */
export const postsQuota: Quota = {
  name: 'posts',
  limit: 100,
  span: { within: quotaSeconds },
  exceeded: ({ limit }) =>
    graphError({
      code: 9,
      subcode: 2207042,
      message: 'Application request limit reached',
      title: 'Maximum number of posts reached',
      explanation: `You reached the maximum number of ${limit} posts that is allowed to be published by Content Publishing API.`,
    }),
};

/** 400 a day; Meta names no number for what comes then, so it is the general one. */
export const containersQuota: Quota = {
  name: 'containers',
  limit: 400,
  span: { within: quotaSeconds },
  exceeded: () => graphError({ code: 4, message: 'Application request limit reached', status: 403 }),
};
