import type { App, Caller } from '../context.ts';
import { platformIds } from '../contract/platform-ids.ts';
import { readArguments } from '../contract/read-arguments.ts';
import { type AnalyticsEntry, noInput } from '../contract/tools.ts';
import { PostboteError } from '../errors.ts';
import { connectedAccounts } from '../store/accounts.ts';
import { totalsSince } from '../store/snapshots.ts';

const windowMs = 30 * 24 * 60 * 60 * 1000;

/** One entry for every platform with a connected account or a post published in the last 30 days. */
export async function analyticsSummary(
  app: Pick<App, 'db' | 'clock'>,
  caller: Caller,
  args: unknown,
): Promise<AnalyticsEntry[]> {
  const { problems } = readArguments(noInput, args);
  if (problems.length > 0) throw new PostboteError('invalid_request', { violations: problems });
  const since = app.clock.now() - windowMs;
  const [totals, accounts] = await Promise.all([
    totalsSince(app.db.query, caller.workspaceId, caller.mode, since),
    connectedAccounts(app.db.query, caller.workspaceId),
  ]);
  return platformIds.flatMap((platform) => {
    const found = totals.find((entry) => entry.platform === platform);
    if (found) {
      const { likes, comments, shares, reach } = found;
      return [{ platform, likes, comments, shares, reach }];
    }
    return accounts.some((account) => account.platform === platform && account.mode === caller.mode)
      ? [{ platform, likes: 0, comments: 0, shares: 0, reach: 0 }]
      : [];
  });
}
