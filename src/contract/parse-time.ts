export type ParsedTime = { readonly at: number } | { readonly problem: 'not_a_time' | 'date_only' };

const extended =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[Tt ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?<offset>[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
const basic =
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:[Tt ](?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?(?<offset>[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

// Outside these an instant has no four-digit year of the epoch's time, which every date here is printed with.
const earliest = 0;
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Reads an ISO 8601 date and time as milliseconds since 1970. An offset is converted; without one the time is
 * UTC, whatever zone the server is in. Digits beyond the millisecond are dropped. Leap seconds are refused:
 * no clock here can keep them.
 */
export function parseTime(value: string): ParsedTime {
  const parts = (extended.exec(value) ?? basic.exec(value))?.groups;
  if (!parts) return { problem: 'not_a_time' };
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return { problem: 'not_a_time' };
  if (parts.hour === undefined) return { problem: 'date_only' };

  const [hour, minute, second] = [Number(parts.hour), Number(parts.minute), Number(parts.second ?? 0)];
  const offset = offsetMinutes(parts.offset);
  if (hour > 23 || minute > 59 || second > 59 || offset === null) return { problem: 'not_a_time' };

  const milliseconds = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const at = utc(year, month, day) + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds;
  return at < earliest || at > latest ? { problem: 'not_a_time' } : { at };
}

export function formatTime(at: number): string {
  return new Date(at).toISOString();
}

// Date.UTC reads the years 0–99 as 1900–1999.
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function daysIn(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}

function offsetMinutes(offset: string | undefined): number | null {
  if (offset === undefined || offset === 'Z' || offset === 'z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
