import { describeAccounts } from '../../accounts/describe-accounts.ts';
import type { insightsApi } from '../../contract/api/insights.ts';
import { findChores } from '../../insights/find-chores.ts';
import { readAnalytics } from '../../insights/read-analytics.ts';
import { readCounts, readPulse } from '../../insights/read-pulse.ts';
import { searchPosts } from '../../posts/search-posts.ts';
import { describeWorkspace } from '../../workspaces/describe-workspace.ts';
import { callerOf, type HandlersOf } from './route.ts';

const shown = 6;

export const insightHandlers: HandlersOf<typeof insightsApi> = {
  async readHome(at, input) {
    const { app } = at;
    const caller = callerOf(at, input);
    const { paused } = await describeWorkspace(app, at);
    const [next, recent, accounts, pulse, counts] = await Promise.all([
      searchPosts(app, caller, { states: ['scheduled', 'publishing'], order: 'soonest', limit: shown }),
      searchPosts(app, caller, {
        states: ['published', 'partially_published'],
        order: 'newest',
        limit: shown,
      }),
      describeAccounts(app, caller),
      readPulse(app, caller, paused),
      readCounts(app, caller),
    ]);
    const chores = await findChores(app, caller, accounts);
    return { next: next.posts, recent: recent.posts, chores, pulse, counts };
  },
  async readAnalytics(at, input) {
    const { timeZone } = await describeWorkspace(at.app, at);
    return readAnalytics(at.app, callerOf(at, input), { days: input.days, timeZone });
  },
};
