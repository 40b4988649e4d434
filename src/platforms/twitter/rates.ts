import type { CallAnswer, CallRequest } from '../call.ts';
import type { UsedUp } from '../limits.ts';
import { usedUp } from '../rate-headers.ts';

/** Windows of 15 minutes for each address, and daily caps of the user and of the whole app. */
export function rates(request: CallRequest, answer: CallAnswer): UsedUp | null {
  return (
    usedUp(request, answer, 'x-app-limit-24hour', { wholeApp: true }) ??
    usedUp(request, answer, 'x-user-limit-24hour') ??
    usedUp(request, answer, 'x-rate-limit')
  );
}
