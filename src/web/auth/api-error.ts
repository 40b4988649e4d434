import { APIError } from 'better-auth/api';
import { message, nextAction } from '../../contract/messages.ts';
import { errorTable, PostboteError } from '../../errors.ts';

/** Our errors in the form in which better-auth sends its own: a code, and words beside it. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof PostboteError)) return error;
  const { code, facts, violations } = error;
  return new APIError(errorTable[code].status as 400, {
    code,
    message: message(code, facts),
    next_action: nextAction(code, facts),
    violations: violations.map((one) => ({
      code: one.code,
      field: one.facts?.field,
      message: message(one.code, one.facts),
      next_action: nextAction(one.code, one.facts),
    })),
  });
}
