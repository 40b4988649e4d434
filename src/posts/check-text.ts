import { storableText } from '../contract/expected-words.ts';
import type { Violation } from '../errors.ts';

const maxCodePoints = 5000;

/** What holds for every text whatever the platform. */
export function checkText(field: string, text: string): Violation[] {
  const length = Array.from(text).length;
  if (length > maxCodePoints) {
    return [{ code: 'content_too_long', facts: { field, length, max: maxCodePoints } }];
  }
  // Neither can be stored as UTF-8 text, and no platform would show them.
  if (text.includes('\0') || !text.isWellFormed()) {
    return [{ code: 'field_wrong', facts: { field, expected: storableText } }];
  }
  return [];
}

/** Nothing but blanks says nothing: Bluesky would show an empty post, the others refuse it. */
export const saysNothing = (text: string): boolean => text.trim() === '';
