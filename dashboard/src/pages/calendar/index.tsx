import { Alert, Box, Skeleton, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { FilterFold } from '../../parts/filter-fold.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { TargetFilter } from '../../parts/target-filter.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { Agenda } from './agenda.tsx';
import { DraftsTray } from './drafts-tray.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { CalendarContext, type CalendarDoes } from './grid-context.ts';
import { HoursGrid } from './hours-grid.tsx';
import { MonthGrid } from './month-grid.tsx';
import { Toolbar, useSpanName } from './toolbar.tsx';
import { useCalendar } from './use-calendar.ts';
import { useMove } from './use-move.tsx';

export default function CalendarPage() {
  const words = useWords();
  const t = words.calendar;
  const { canEdit } = usePlace();
  const { timeZone } = useTime();
  const seen = useCalendar();
  const { view, day, days, today, narrow, filter, set, posts, drafts, byDay } = seen;
  const spanName = useSpanName();
  const { move, trouble, forget } = useMove({ posts: seen.postsInput, drafts: seen.draftsInput });
  const [opened, open] = useState<PostRow | null>(null);
  const [dragged, drag] = useState<PostRow | null>(null);
  const now = useNow();
  const slot = canEdit ? (seen.slot.data?.at ?? null) : null;
  const moving = useRef(move);
  useEffect(() => {
    moving.current = move;
  });
  const does = useMemo<CalendarDoes>(
    () => ({
      canEdit,
      now,
      slot,
      open,
      openDay: (date) => set({ view: 'day', date }, false),
      dragged,
      drag,
      drop: (post, at) => void moving.current(post, at),
    }),
    [canEdit, now, slot, dragged, set],
  );
  const grid = { days, today, byDay, label: spanName(view, day, days) };
  return (
    <Page title={t.title} intro={t.zone(timeZone)} wide>
      <CalendarContext value={does}>
        <Toolbar view={view} day={day} days={days} onChange={(change) => set(change, false)} />
        <Box maw={720}>
          <FilterFold active={filter.platforms.length + filter.accounts.length}>
            <TargetFilter platforms={filter.platforms} accounts={filter.accounts} onChange={set} />
          </FilterFold>
        </Box>
        {typeof trouble === 'string' && (
          <Alert
            color="red"
            role="alert"
            withCloseButton
            closeButtonLabel={words.general.close}
            onClose={forget}
          >
            {trouble}
          </Alert>
        )}
        {trouble instanceof Error && <ErrorNote error={trouble} />}
        {posts.error && <ErrorNote error={posts.error} retry={() => void posts.refetch()} />}
        {posts.data?.cursor && <Text size="sm">{t.truncated(posts.data.posts.length)}</Text>}
        {posts.isPending ? (
          <Skeleton h={560} radius="md" aria-busy />
        ) : narrow ? (
          <Agenda days={days} month={view === 'month' ? day.slice(0, 7) : null} today={today} byDay={byDay} />
        ) : view === 'month' ? (
          <MonthGrid {...grid} month={day.slice(0, 7)} />
        ) : (
          <HoursGrid {...grid} />
        )}
        <DraftsTray drafts={drafts.data?.posts ?? []} />
      </CalendarContext>
      <EntryDialog
        post={opened}
        onClose={() => open(null)}
        onMove={(post, at) => {
          open(null);
          void move(post, at);
        }}
      />
    </Page>
  );
}

/** The present minute: what is past changes while one looks. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
