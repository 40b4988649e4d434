import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import { Group, Text } from '@mantine/core';
import { DateInput, DatesProvider, TimePicker } from '@mantine/dates';
import { parseDate } from '../../parts/parse-date.ts';
import { useTime } from '../../parts/use-time.ts';
import { momentOf, type WallTime, wallTimeAt } from '../../parts/zone-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';
import { useUtcBeside } from './use-utc-beside.ts';

/** Date and time on the workspace's clocks, both to be typed or picked; UTC stands beside them. */
export default function WhenField({
  wall,
  onChange,
  disabled,
}: {
  wall: WallTime;
  onChange(wall: WallTime): void;
  disabled: boolean;
}) {
  const t = useWords().compose;
  const { language } = useLanguage();
  const time = useTime();
  const utc = useUtcBeside();
  const [date = '', clock = ''] = wall.split('T');
  const today = wallTimeAt(Date.now(), time.timeZone).slice(0, 10);
  const set = (nextDate: string, nextClock: string) => onChange(`${nextDate}T${nextClock}`);
  const moment = momentOf(wall, time.timeZone);
  const past = moment !== null && moment.at < Date.now();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <Group gap="xs" align="center">
        <DateInput
          aria-label={t.date}
          value={date || null}
          onChange={(next) => set(next ?? '', clock || '09:00')}
          dateParser={(typed) => parseDate(typed, today)}
          valueFormat={language === 'de' ? 'DD.MM.YYYY' : 'D MMM YYYY'}
          placeholder={t.date}
          minDate={today}
          popoverProps={{ position: 'top' }}
          disabled={disabled}
          w={132}
        />
        <TimePicker
          aria-label={t.time}
          hoursInputLabel={t.hours}
          minutesInputLabel={t.minutes}
          value={clock}
          onChange={(next) => set(date || today, next.slice(0, 5))}
          disabled={disabled}
          w={92}
        />
        <Text size="xs" c={past ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {moment ? `${utc(moment.at)} · ${time.timeZone}` : t.inZone(time.timeZone)}
          {past && ` · ${t.pastTime}`}
          {moment?.fit === 'skipped' && ` · ${t.skipped}`}
          {moment?.fit === 'twice' && ` · ${t.twice}`}
        </Text>
      </Group>
    </DatesProvider>
  );
}
