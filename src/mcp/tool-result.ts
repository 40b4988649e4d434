import { message, nextAction } from '../contract/messages.ts';
import { PostboteError, type Violation } from '../errors.ts';

/**
 * Tool results as JSON text. Both routes (fast path and SDK) send this very text, so they cannot differ,
 * and the data is turned into text once although it appears twice.
 */
export function dataResult(data: unknown, listName?: string): string {
  const text = JSON.stringify(data);
  const structured = listName === undefined ? text : `{"${listName}":${text}}`;
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${structured}}`;
}

/** More than a well-meant call can break (500 account ids), so that nonsense is not answered tenfold. */
const maxViolations = 600;

/** The message alone for the user; then, for the agent, everything that is wrong and what to do about it. */
export function errorResult(error: PostboteError): string {
  const violations: readonly Violation[] =
    error.violations.length > 0 ? error.violations : [{ code: error.code, facts: error.facts }];
  const told = violations.slice(0, maxViolations).map(tell);
  const first = told[0];
  const unsaid = violations.length - told.length;
  const detail = { ...first, violations: told, ...(unsaid > 0 && { more_violations: unsaid }) };
  return JSON.stringify({
    content: [
      { type: 'text', text: first?.message },
      { type: 'text', text: JSON.stringify(detail) },
    ],
    isError: true,
  });
}

/** What nobody foresaw: the cause stays in our log. */
export const internalErrorResult = errorResult(new PostboteError('internal'));

export const unauthorizedResult = JSON.stringify({
  content: [{ type: 'text', text: message('unauthenticated') }],
  isError: true,
});

function tell({ code, facts = {} }: Violation) {
  const fixed = { code, message: message(code, facts), next_action: nextAction(code, facts) };
  // Fixed fields first to be read first, and once more so that no fact can take their place.
  return { ...fixed, ...facts, ...fixed };
}
