import { type Engagement, gainedBy } from '../engagement.ts';
import type { Call } from '../platform.ts';
import { instant } from './paging.ts';

/** What an account's posts have gained between `since` and `until`; without them, all there is. */
export function gainedInRange(call: Call, platform: string, account: string): Engagement {
  const [since, until] = [instant(call.query.get('since')), instant(call.query.get('until'))];
  return gainedBy(call.world, { platform, account }, since ?? undefined, until ?? undefined);
}

export function askedNames(call: Call): string[] {
  return (call.query.get('metric') ?? '').split(',').filter((name) => name !== '');
}

/** One entry of `data`, as a list of values or, for sums of an account, as one `total_value`. */
export function insight(
  owner: string,
  name: string,
  period: string,
  value: { values: readonly Record<string, unknown>[] } | { total_value: { value: unknown } },
): Record<string, unknown> {
  return {
    name,
    period,
    ...value,
    title: name,
    description: '',
    id: `${owner}/insights/${name}/${period}`,
  };
}
