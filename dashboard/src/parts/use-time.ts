import { usePlace } from '../api/place.ts';
import { useLanguage } from '../words/index.tsx';
import { daysBetween } from './days-between.ts';

/** Times as people of this workspace read them: its time zone, the reader's language. */
export function useTime(): Times {
  const { language } = useLanguage();
  const { timeZone } = usePlace().workspace;
  return timesOf(language, timeZone);
}

export type Times = ReturnType<typeof makeTimes>;

const halfYearMs = 182 * 24 * 60 * 60 * 1000;
const known = new Map<string, Times>();

/** A page shows hundreds of times, and a formatter costs more to make than all that it will ever format. */
function timesOf(language: string, timeZone: string): Times {
  const key = `${language} ${timeZone}`;
  let times = known.get(key);
  if (!times) {
    times = makeTimes(language, timeZone);
    known.set(key, times);
  }
  return times;
}

function makeTimes(language: string, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    let formatter: Intl.DateTimeFormat | null = null;
    return (at: number) => {
      formatter ??= new Intl.DateTimeFormat(language, { timeZone: zone, ...options });
      return formatter.format(at);
    };
  };
  const short = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const [near, far] = [format(short), format({ ...short, year: 'numeric' })];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    timeZone,
    /** 15. Nov., 18:30; with its year where a day without one could be meant of two. */
    short: (at: number) => (Math.abs(at - Date.now()) < halfYearMs ? near : far)(at),
    /** Sonntag, 15. November 2026 um 18:30 */
    long: format({ dateStyle: 'full', timeStyle: 'short' }),
    day: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    clock: format({ hour: '2-digit', minute: '2-digit' }),
    /** 15. November, of a date without a zone: midday of it in UTC. */
    date: format({ day: 'numeric', month: 'long' }, 'UTC'),
    utc: format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }, 'UTC'),
    /** in 3 Stunden, vor 2 Tagen */
    relative(at: number, now = Date.now()) {
      const seconds = Math.round((at - now) / 1000);
      const distance = Math.abs(seconds);
      if (distance >= 86_400) return relative.format(daysBetween(now, at, timeZone), 'day');
      if (distance >= 3600) return relative.format(Math.round(seconds / 3600), 'hour');
      if (distance >= 60) return relative.format(Math.round(seconds / 60), 'minute');
      return relative.format(seconds, 'second');
    },
  };
}
