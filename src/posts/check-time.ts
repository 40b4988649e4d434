import { formatTime, parseTime } from '../contract/parse-time.ts';
import type { Violation } from '../errors.ts';

/** Clocks differ and calls take time: a moment that has just passed still means "now". */
const graceMs = 60_000;
const horizonMs = 10 * 366 * 24 * 60 * 60 * 1000;

export function checkTime(value: string, now: number): { at: number | null; violations: Violation[] } {
  const parsed = parseTime(value);
  if ('problem' in parsed) {
    const code = parsed.problem === 'date_only' ? 'scheduled_at_date_only' : 'scheduled_at_wrong';
    return { at: null, violations: [{ code }] };
  }
  const violations = checkMoment(parsed.at, now);
  return { at: violations.length > 0 ? null : parsed.at, violations };
}

/** Neither past nor beyond planning. */
export function checkMoment(at: number, now: number): Violation[] {
  if (at < now - graceMs) return [{ code: 'scheduled_at_past', facts: { now: formatTime(now) } }];
  return at > now + horizonMs ? [{ code: 'scheduled_at_too_far' }] : [];
}
