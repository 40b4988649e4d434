import { useLayoutEffect, useRef } from 'react';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage } from '../../words/index.tsx';
import classes from './calendar.module.css';
import { at, clockAt, type Day, dayAt } from './dates.ts';
import { Entry } from './entry.tsx';
import { useCalendarDoes } from './grid-context.ts';
import { Ghost, SlotCell, walkGrid } from './slot-cell.tsx';
import type { PlannedPost } from './use-calendar.ts';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const firstShown = 7;

/** A week or a day by the hour. A post is a moment, not a span: those of one hour stand below each other. */
export function HoursGrid({
  days,
  today,
  byDay,
  label,
}: {
  days: readonly Day[];
  today: Day;
  byDay: ReadonlyMap<Day, readonly PlannedPost[]>;
  label: string;
}) {
  const { language } = useLanguage();
  const { timeZone } = useTime();
  const does = useCalendarDoes();
  const box = useRef<HTMLDivElement>(null);
  const key = days.join();
  // Nights are empty more often than not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days begin at their morning again.
  useLayoutEffect(() => {
    const morning = box.current?.querySelector<HTMLElement>(`[data-hour="${firstShown}"]`);
    if (box.current && morning) box.current.scrollTop = morning.offsetTop - 40;
  }, [key]);
  const heading = new Intl.DateTimeFormat(language, {
    weekday: days.length > 1 ? 'short' : 'long',
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  });
  const hourName = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const nowHour = `${today}T${clockAt(does.now, timeZone).slice(0, 2)}`;
  const slotHour =
    does.slot === null ? '' : `${dayAt(does.slot, timeZone)}T${clockAt(does.slot, timeZone).slice(0, 2)}`;
  const open = days.findIndex((day) => day >= today);
  const openHour = days[open] === today ? Number(nowHour.slice(11)) : 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className={classes.scroller} ref={box} tabIndex={0} aria-label={label}>
      <table className={classes.hours} aria-label={label} onKeyDown={walkGrid}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                {heading.format(Date.parse(`${day}T12:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour, row) => (
            <tr key={hour} data-hour={row}>
              <th scope="row">{hourName.format(Date.UTC(2000, 0, 1, row))}</th>
              {days.map((day, column) => {
                const begins = at(day, `${hour}:00`, timeZone);
                const here = (byDay.get(day) ?? [])
                  .filter((post) => clockAt(post.scheduledAt, timeZone).startsWith(hour))
                  .sort((a, b) => a.scheduledAt - b.scheduledAt);
                const mark = `${day}T${hour}`;
                return (
                  <SlotCell
                    key={day}
                    row={row}
                    column={column}
                    first={column === open && row === openHour}
                    current={mark === nowHour}
                    newAt={soonest(begins, does.now)}
                    ends={begins + hourMs}
                    dropAt={(before) => keepMinute(day, hour, before, timeZone, does.now)}
                  >
                    <div className={classes.stack}>
                      {here.map((post) => (
                        <Entry key={post.id} post={post} roomy={days.length === 1} />
                      ))}
                      {does.slot !== null && mark === slotHour && <Ghost at={does.slot} />}
                    </div>
                  </SlotCell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const hourMs = 60 * 60 * 1000;
const quarterMs = 15 * 60 * 1000;

/** The hour's beginning, or within the present hour the next quarter. */
const soonest = (begins: number, now: number): number =>
  begins > now ? begins : Math.ceil((now + 60_000) / quarterMs) * quarterMs;

function keepMinute(day: Day, hour: string, before: number | null, zone: string, now: number): number {
  const minute = before === null ? '00' : clockAt(before, zone).slice(3);
  return soonest(at(day, `${hour}:${minute}`, zone), now);
}
