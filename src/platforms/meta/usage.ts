import { z } from 'zod';
import type { CallAnswer } from '../call.ts';
import type { UsedUp } from '../limits.ts';

/** Where no header says more: the counts roll over an hour. */
export const RATE_RETRY_SECONDS = 15 * 60;

const percent = z.number().optional();
const share = z.object({ call_count: percent, total_cputime: percent, total_time: percent });
const business = z.record(
  z.string(),
  z.array(share.extend({ estimated_time_to_regain_access: z.number().optional() })),
);

const isFull = ({ call_count = 0, total_cputime = 0, total_time = 0 }: z.infer<typeof share>) =>
  Math.max(call_count, total_cputime, total_time) >= 100;

/**
 * `X-Business-Use-Case-Usage` counts one account's share in percent and tells the minutes until calls are taken again;
 * `X-App-Usage` counts the whole app. At 100 Meta refuses.
 */
export function metaUsage(_request: unknown, answer: CallAnswer): UsedUp | null {
  const entries = Object.values(read(answer, 'x-business-use-case-usage', business) ?? {}).flat();
  const minutes = Math.max(0, ...entries.map((entry) => entry.estimated_time_to_regain_access ?? 0));
  if (minutes > 0 || entries.some(isFull)) {
    return { what: 'everything', seconds: minutes * 60 || RATE_RETRY_SECONDS };
  }
  const app = read(answer, 'x-app-usage', share);
  return app && isFull(app) ? { what: 'everything', seconds: RATE_RETRY_SECONDS, wholeApp: true } : null;
}

function read<T>({ headers }: CallAnswer, name: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(headers.get(name) ?? 'null')).data ?? null;
  } catch {
    // A header we cannot read says nothing.
    return null;
  }
}
