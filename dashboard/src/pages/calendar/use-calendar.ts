import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { InputOf, OutputOf } from '../../../../src/contract/api/endpoint.ts';
import type { Api } from '../../../../src/contract/api/index.ts';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { postStates } from '../../../../src/contract/post-states.ts';
import { type ApiError, call } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { keyOf, useRead } from '../../api/use-api.ts';
import { useTime } from '../../parts/use-time.ts';
import { filterInput, useUrlFilter } from '../../parts/use-url-filter.ts';
import { type Day, dayAt, daysOf, isDay, spanOf, type View, views } from './dates.ts';

type List = OutputOf<Api['listPosts']>;

/** As many as one answer brings, and as many answers as are asked for before the page says that there is more. */
const pageSize = 500;
const mostPages = 40;

/** What the calendar shows, as the address says; only the days in view are read. */
export function useCalendar() {
  const { scope } = usePlace();
  const { timeZone } = useTime();
  const { given, filter, set } = useUrlFilter();
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const view: View = views.find((one) => one === given.view) ?? (narrow ? 'week' : 'month');
  const today = dayAt(Date.now(), timeZone);
  const day: Day = isDay(given.date) ? given.date : today;
  const days = useMemo(() => daysOf(view, day), [view, day]);
  const targets = { platforms: filter.platforms, accounts: filter.accounts };
  // Drafts have no time yet: they wait beside the calendar.
  const planned = postStates.filter((state) => state !== 'draft');
  const postsInput: InputOf<Api['listPosts']> = {
    ...scope,
    ...spanOf(days, timeZone),
    ...filterInput({ ...targets, states: planned }),
    order: 'soonest',
    limit: pageSize,
  };
  const draftsInput: InputOf<Api['listPosts']> = {
    ...scope,
    ...filterInput({ ...targets, states: ['draft'] }),
    limit: 30,
  };
  const posts = useQuery<List, ApiError>({
    queryKey: keyOf('listPosts', postsInput),
    queryFn: ({ signal }) => readAll(postsInput, signal),
    placeholderData: (before) => before,
  });
  const drafts = useRead('listPosts', draftsInput);
  const slot = useRead('nextSlot', scope);
  const byDay = useMemo(
    () => Map.groupBy(posts.data?.posts.filter(isPlanned) ?? [], (post) => dayAt(post.scheduledAt, timeZone)),
    [posts.data, timeZone],
  );
  return { view, day, days, today, narrow, filter, set, posts, drafts, slot, byDay, postsInput, draftsInput };
}

async function readAll(input: InputOf<Api['listPosts']>, signal: AbortSignal): Promise<List> {
  let { posts, cursor } = await call('listPosts', input, signal);
  for (let pages = 1; cursor !== null && pages < mostPages; pages += 1) {
    const next: List = await call('listPosts', { ...input, cursor }, signal);
    posts = [...posts, ...next.posts];
    cursor = next.cursor;
  }
  return { posts, cursor };
}

export type PlannedPost = PostRow & { scheduledAt: number };
const isPlanned = (post: PostRow): post is PlannedPost => post.scheduledAt !== null;
