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
  if (parsed.at < now - graceMs) {
    return { at: null, violations: [{ code: 'scheduled_at_past', facts: { now: formatTime(now) } }] };
  }
  if (parsed.at > now + horizonMs) return { at: null, violations: [{ code: 'scheduled_at_too_far' }] };
  return { at: parsed.at, violations: [] };
}
