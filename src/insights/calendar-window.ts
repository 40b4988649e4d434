/** A stretch of time during which a zone's clocks are this far from UTC. */
export interface Offset {
  /** Exclusive; null: from then on for good. */
  readonly until: number | null;
  readonly offsetMs: number;
}

export interface CalendarWindow {
  /** Where the window before this one begins. */
  readonly before: number;
  /** The first moment of the window's first day. */
  readonly from: number;
  /** The first moment of tomorrow. */
  readonly to: number;
  /** From `before` on; clocks change twice a year. */
  readonly offsets: readonly Offset[];
}

/** The last `days` whole days on the zone's calendar, today included, and as many before them. */
export function calendarWindow(now: number, days: number, timeZone: string): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay();
  const first = today.subtract({ days: days - 1 });
  const before = first.subtract({ days });
  const to = today.add({ days: 1 }).epochMilliseconds;
  const offsets: Offset[] = [];
  let at: Temporal.ZonedDateTime = before;
  while (true) {
    const change = at.getTimeZoneTransition('next');
    const offsetMs = Math.round(at.offsetNanoseconds / 1e6);
    const ends = change !== null && change.epochMilliseconds < to;
    offsets.push({ until: ends ? change.epochMilliseconds : null, offsetMs });
    if (!ends) return { before: before.epochMilliseconds, from: first.epochMilliseconds, to, offsets };
    at = change;
  }
}
