import { ActionIcon, Button, Group, SegmentedControl, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useLanguage, useWords } from '../../words/index.tsx';
import { type Day, step, type View, views } from './dates.ts';

const look: Record<View, Intl.DateTimeFormatOptions> = {
  month: { month: 'long', year: 'numeric' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
};

/** November 2026 · 9.–15. Nov. 2026 · Sonntag, 15. November 2026 */
export function useSpanName() {
  const { language } = useLanguage();
  return (view: View, day: Day, days: readonly Day[]): string => {
    const format = new Intl.DateTimeFormat(language, { ...look[view], timeZone: 'UTC' });
    const noon = (one: Day) => Date.parse(`${one}T12:00Z`);
    return view === 'week'
      ? format.formatRange(noon(days[0] ?? day), noon(days.at(-1) ?? day))
      : format.format(noon(day));
  };
}

export function Toolbar({
  view,
  day,
  days,
  onChange,
}: {
  view: View;
  day: Day;
  days: readonly Day[];
  onChange: (change: { view?: string; date?: string }) => void;
}) {
  const t = useWords().calendar;
  const name = useSpanName();
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t.before}
          onClick={() => onChange({ date: step(view, day, -1) })}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="compact-md" h={34} onClick={() => onChange({ date: '' })}>
          {t.today}
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t.after}
          onClick={() => onChange({ date: step(view, day, 1) })}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite" ml="xs">
          {name(view, day, days)}
        </Title>
      </Group>
      <SegmentedControl
        aria-label={t.view}
        value={view}
        onChange={(value) => onChange({ view: value })}
        data={views.map((one) => ({ value: one, label: t.views[one] }))}
      />
    </Group>
  );
}
