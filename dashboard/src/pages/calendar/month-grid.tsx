import { UnstyledButton } from '@mantine/core';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';
import classes from './calendar.module.css';
import { addDays, at, clockAt, type Day, dayAt, morningOf } from './dates.ts';
import { Entry } from './entry.tsx';
import { useCalendarDoes } from './grid-context.ts';
import { Ghost, SlotCell, walkGrid } from './slot-cell.tsx';
import type { PlannedPost } from './use-calendar.ts';

const mostEntries = 4;

export function MonthGrid({
  days,
  month,
  today,
  byDay,
  label,
}: {
  days: readonly Day[];
  /** `2026-11`: other months' days are faint. */
  month: string;
  today: Day;
  byDay: ReadonlyMap<Day, readonly PlannedPost[]>;
  label: string;
}) {
  const { language } = useLanguage();
  const { timeZone } = useTime();
  const does = useCalendarDoes();
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const firstOpen = days.find((day) => day >= today);
  return (
    <table className={classes.month} aria-label={label} onKeyDown={walkGrid}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday.format(Date.parse(`${day}T12:00Z`))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week[0]}>
            {week.map((day, column) => {
              const posts = [...(byDay.get(day) ?? [])].sort((a, b) => a.scheduledAt - b.scheduledAt);
              return (
                <SlotCell
                  key={day}
                  row={row}
                  column={column}
                  first={day === firstOpen}
                  muted={!day.startsWith(month)}
                  current={day === today}
                  newAt={morningOf(day, timeZone, does.now)}
                  ends={at(addDays(day, 1), '00:00', timeZone)}
                  dropAt={(before) =>
                    before === null
                      ? morningOf(day, timeZone, does.now)
                      : at(day, clockAt(before, timeZone), timeZone)
                  }
                >
                  <DayNumber day={day} today={today} />
                  <div className={classes.stack}>
                    {posts.slice(0, mostEntries).map((post) => (
                      <Entry key={post.id} post={post} />
                    ))}
                    {posts.length > mostEntries && <More day={day} count={posts.length - mostEntries} />}
                    {does.slot !== null && dayAt(does.slot, timeZone) === day && <Ghost at={does.slot} />}
                  </div>
                </SlotCell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const useDayName = () => {
  const { date } = useTime();
  return (day: Day) => date(Date.parse(`${day}T12:00Z`));
};

function DayNumber({ day, today }: { day: Day; today: Day }) {
  const t = useWords().calendar;
  const name = useDayName();
  const does = useCalendarDoes();
  return (
    <UnstyledButton
      className={classes.number}
      data-today={day === today || undefined}
      aria-current={day === today ? 'date' : undefined}
      aria-label={t.openDay(name(day))}
      onClick={() => does.openDay(day)}
    >
      {Number(day.slice(8))}
    </UnstyledButton>
  );
}

function More({ day, count }: { day: Day; count: number }) {
  const t = useWords().calendar;
  const name = useDayName();
  const does = useCalendarDoes();
  return (
    <UnstyledButton
      className={classes.more}
      aria-label={t.moreOf(count, name(day))}
      onClick={() => does.openDay(day)}
    >
      {t.more(count)}
    </UnstyledButton>
  );
}
