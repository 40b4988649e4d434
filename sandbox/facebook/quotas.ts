import { graphError } from '../graph/problem.ts';
import type { Quota } from '../quotas.ts';

/** "Posting too fast" has no published figure: it bites where somebody has set what is left. */
export const postsQuota: Quota = {
  name: 'posts',
  limit: null,
  span: { within: 86_400 },
  exceeded: () =>
    graphError({
      code: 368,
      subcode: 1390008,
      message: 'The action attempted has been deemed abusive or is otherwise disallowed',
      title: "You Can't Post Right Now",
      explanation: 'It looks like you were using this feature too fast. Please try again later.',
    }),
};

/** 30 Reels per Page and rolling day (Reels publishing guide). */
export const reelsQuota: Quota = {
  name: 'reels',
  limit: 30,
  span: { within: 86_400 },
  exceeded: () =>
    graphError({ code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' }),
};
