import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendar, IconPlus } from '@tabler/icons-react';
import { ButtonLink } from '../../parts/links.tsx';
import { EmptyState } from '../../parts/page.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';
import { type Day, dayAt, morningOf } from './dates.ts';
import { Entry } from './entry.tsx';
import { useCalendarDoes } from './grid-context.ts';
import { Ghost } from './slot-cell.tsx';
import type { PlannedPost } from './use-calendar.ts';

/** The same days as a list, for narrow screens: those with something in them, today, and in a week those to come. */
export function Agenda({
  days,
  month,
  today,
  byDay,
}: {
  days: readonly Day[];
  /** Only this month's days; null: all. */
  month: string | null;
  today: Day;
  byDay: ReadonlyMap<Day, readonly PlannedPost[]>;
}) {
  const t = useWords().calendar;
  const { language } = useLanguage();
  const { timeZone } = useTime();
  const does = useCalendarDoes();
  const slotDay = does.slot === null ? null : dayAt(does.slot, timeZone);
  const heading = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  const shown = days.filter(
    (day) =>
      (month === null || day.startsWith(month)) &&
      (byDay.has(day) || day === today || day === slotDay || (month === null && day > today)),
  );
  if (shown.length === 0) {
    return <EmptyState icon={<IconCalendar size={36} />} title={t.empty} text={t.emptyText} />;
  }
  return (
    <Stack gap="sm">
      {shown.map((day) => {
        const name = heading.format(Date.parse(`${day}T12:00Z`));
        const posts = [...(byDay.get(day) ?? [])].sort((a, b) => a.scheduledAt - b.scheduledAt);
        return (
          <Card key={day} withBorder padding="sm" component="section" aria-label={name}>
            <Group justify="space-between" wrap="nowrap" mb={posts.length > 0 ? 'xs' : 0}>
              <Title order={2} size="h6" aria-current={day === today ? 'date' : undefined}>
                {name}
                {day === today && ` · ${t.today}`}
              </Title>
              {does.canEdit && day >= today && (
                <ButtonLink
                  to="/compose"
                  search={{ at: morningOf(day, timeZone, does.now) } as never}
                  size="compact-sm"
                  variant="subtle"
                  aria-label={t.newAt(name)}
                >
                  <IconPlus size={16} aria-hidden />
                </ButtonLink>
              )}
            </Group>
            <Stack gap={6}>
              {posts.map((post) => (
                <Entry key={post.id} post={post} roomy />
              ))}
              {does.slot !== null && day === slotDay && <Ghost at={does.slot} />}
              {posts.length === 0 && day !== slotDay && (
                <Text size="sm" c="dimmed">
                  {t.empty}
                </Text>
              )}
            </Stack>
          </Card>
        );
      })}
    </Stack>
  );
}
