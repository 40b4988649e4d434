import type { Quota } from './limits.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** From when on posts count, and (for a day) when the count begins anew. */
export function windowAt(
  window: Quota['window'],
  now: number,
): { readonly since: number; readonly endsAt: number | null } {
  if ('seconds' in window) return { since: now - window.seconds * 1000, endsAt: null };
  const since = Math.round(now - msSinceMidnight(window.dayIn, now));
  return { since, endsAt: since + dayMs };
}

/** Off by an hour on the two days when clocks change, which is harmless. */
function msSinceMidnight(timeZone: string, now: number): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
  const [hours = 0, minutes = 0, seconds = 0] = format.format(now).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + (now % 1000);
}

/** For people: "15 min", "24 h". */
export function windowWords(window: Quota['window']): string {
  if ('dayIn' in window) return '24 h';
  return window.seconds % 3600 === 0
    ? `${window.seconds / 3600} h`
    : `${Math.round(window.seconds / 60)} min`;
}
