import { useMemo } from 'react';
import { usePlace } from '../api/place.ts';
import { useLanguage } from '../words/index.tsx';

/** Times as people of this workspace read them: its time zone, the reader's language. */
export function useTime() {
  const { language } = useLanguage();
  const { timeZone } = usePlace().workspace;
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
      const formatter = new Intl.DateTimeFormat(language, { timeZone: zone, ...options });
      return (at: number) => formatter.format(at);
    };
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    return {
      timeZone,
      /** 15. Nov., 18:30 */
      short: format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
      /** Sonntag, 15. November 2026 um 18:30 */
      long: format({ dateStyle: 'full', timeStyle: 'short' }),
      day: format({ weekday: 'short', day: 'numeric', month: 'short' }),
      clock: format({ hour: '2-digit', minute: '2-digit' }),
      utc: format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }, 'UTC'),
      /** in 3 Stunden, vor 2 Tagen */
      relative(at: number, now = Date.now()) {
        const seconds = Math.round((at - now) / 1000);
        const steps: [Intl.RelativeTimeFormatUnit, number][] = [
          ['day', 86_400],
          ['hour', 3600],
          ['minute', 60],
        ];
        for (const [unit, length] of steps) {
          if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
        }
        return relative.format(seconds, 'second');
      },
    };
  }, [language, timeZone]);
}
