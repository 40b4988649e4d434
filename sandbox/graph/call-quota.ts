import type { Route } from '../platform.ts';
import type { Quota, QuotaState } from '../quotas.ts';
import type { World } from '../world.ts';
import { type GraphProblem, graphError, usageHeaders } from './problem.ts';

/**
 * 4,800 calls per day and impression, counted as at least ten (Graph API, rate limiting); what is used of it is
 * told in percent on every answer. `type` is the business use case the calls are counted under.
 */
export function callQuota(type: string, routes: readonly Route[], refusal: GraphProblem): Quota {
  const usage = (state: QuotaState, world: World) => {
    const percent = Math.min(100, Math.ceil((state.used / Math.max(1, state.limit ?? 1)) * 100));
    const minutes = percent < 100 ? 0 : Math.ceil((state.resetsAt - world.now()) / 60_000);
    return usageHeaders(type, percent, minutes);
  };
  const costs = Object.fromEntries(
    routes.filter(({ signedIn }) => signedIn !== false).map(({ operation }) => [operation, 1]),
  );
  return {
    name: 'calls',
    limit: 48_000,
    span: { every: 86_400 },
    costs,
    headers: usage,
    exceeded: (state, world) => graphError(refusal, usage(state, world)),
  };
}
