import type { Problem } from '../../contract/api/endpoint.ts';
import { platformIds } from '../../contract/platform-ids.ts';
import type { Violation } from '../../errors.ts';

/** A violated rule as the dashboard reads it: what it concerns stands beside the facts. */
export function problemOf({ code, facts }: Violation): Problem {
  const platform = platformIds.find((id) => id === facts?.platform);
  return {
    code,
    ...(facts && { facts: { ...facts } }),
    ...(platform && { platform }),
    ...(typeof facts?.account_id === 'string' && { accountId: facts.account_id }),
  };
}
