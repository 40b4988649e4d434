/** A wall clock's reading: `2026-12-24T18:00`. What the date and time inputs speak. */
export type WallTime = string;

export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `skipped`: the clock jumps over it, so it is as much later; `twice`: the earlier of two is meant. */
  readonly fit: 'exact' | 'skipped' | 'twice';
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** How far the zone's clocks are ahead of UTC at this moment, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** What the clocks of the zone show. */
export function wallTimeAt(at: number, zone: string): WallTime {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16);
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * When the clocks of the zone show this, as Temporal's "compatible" disambiguation decides it: a time that is jumped over
 * counts from before the jump, of a repeated hour the first is taken. Null: no such date.
 */
export function momentOf(wall: WallTime, zone: string): Moment | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return null;
  const asUtc = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== wall) return null;
  // No zone is more than a day from UTC and none changes twice within two: one of these offsets was in force.
  const before = offsetAt(asUtc - dayMs, zone);
  const after = offsetAt(asUtc + dayMs, zone);
  const fitting = [...new Set([before, after])]
    .map((offset) => asUtc - offset)
    .filter((at) => at + offsetAt(at, zone) === asUtc)
    .sort((one, other) => one - other);
  const [first, second] = fitting;
  if (first === undefined) return { at: asUtc - before, fit: 'skipped' };
  return { at: first, fit: second === undefined ? 'exact' : 'twice' };
}
