import type { CallAnswer, CallRequest } from './call.ts';
import { secondsUntil } from './http.ts';
import type { UsedUp } from './limits.ts';

/** The common form: `…-remaining` says how much is left, `…-reset` when it is full again (a moment, or seconds). */
export function usedUp(
  { method }: CallRequest,
  { headers }: CallAnswer,
  prefix: string,
  more: Pick<UsedUp, 'wholeApp'> = {},
): UsedUp | null {
  const remaining = headers.get(`${prefix}-remaining`);
  const reset = Number(headers.get(`${prefix}-reset`) ?? Number.NaN);
  if (remaining === null || Number(remaining) > 0 || !(reset > 0)) return null;
  // A moment is told by its size.
  const seconds = reset > 1e9 ? secondsUntil(headers, reset) : Math.ceil(reset);
  return seconds ? { what: method === 'GET' ? 'reading' : 'posting', seconds, ...more } : null;
}
