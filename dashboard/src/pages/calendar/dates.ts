import { momentOf, wallTimeAt } from '../../parts/zone-time.ts';

/** A day of the workspace's calendar: `2026-11-15`. */
export type Day = string;
export const views = ['month', 'week', 'day'] as const;
export type View = (typeof views)[number];

const dayMs = 24 * 60 * 60 * 1000;
const asUtc = (day: Day): number => Date.parse(`${day}T00:00Z`);
const dayOf = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(asUtc(text));

export const addDays = (day: Day, count: number): Day => dayOf(asUtc(day) + count * dayMs);

/** The Monday of its week. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(asUtc(day)).getUTCDay() + 6) % 7));

export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** The days that a view shows; a month in whole weeks. */
export function daysOf(view: View, day: Day): Day[] {
  if (view === 'day') return [day];
  const monday = mondayOf(view === 'week' ? day : `${day.slice(0, 7)}-01`);
  if (view === 'week') return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const next = `${addMonths(`${day.slice(0, 7)}-01`, 1).slice(0, 7)}-01`;
  const weeks = Math.ceil((asUtc(next) - asUtc(monday)) / (7 * dayMs));
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(monday, index));
}

export const step = (view: View, day: Day, direction: 1 | -1): Day =>
  view === 'month' ? addMonths(day, direction) : addDays(day, direction * (view === 'week' ? 7 : 1));

/** When the clocks of the zone show this; a time that they jump over counts as much later. */
export const at = (day: Day, clock: string, zone: string): number =>
  momentOf(`${day}T${clock}`, zone)?.at ?? 0;

export const dayAt = (moment: number, zone: string): Day => wallTimeAt(moment, zone).slice(0, 10);
export const clockAt = (moment: number, zone: string): string => wallTimeAt(moment, zone).slice(11);

/** From the first day's beginning until the last one's end. */
export const spanOf = (days: readonly Day[], zone: string) => ({
  from: at(days[0] ?? '', '00:00', zone),
  to: at(addDays(days.at(-1) ?? '1970-01-01', 1), '00:00', zone),
});

const hourMs = 60 * 60 * 1000;

/** Where a new post of this day would be put: nine o'clock, or soon if that is over. */
export function morningOf(day: Day, zone: string, now: number): number {
  const nine = at(day, '09:00', zone);
  return nine > now ? nine : Math.ceil((now + hourMs / 2) / hourMs) * hourMs;
}
