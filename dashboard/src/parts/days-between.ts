const dayMs = 24 * 60 * 60 * 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Days of the calendar from one moment to another: tomorrow is one away, be it two hours or forty. */
export function daysBetween(from: number, to: number, timeZone: string): number {
  return (dayOf(to, timeZone) - dayOf(from, timeZone)) / dayMs;
}

function dayOf(at: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // The Swedish way to write a date is ISO's.
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formatters.set(timeZone, formatter);
  }
  return Date.parse(formatter.format(at));
}
