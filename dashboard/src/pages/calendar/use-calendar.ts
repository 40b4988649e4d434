import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { InputOf } from '../../../../src/contract/api/endpoint.ts';
import type { Api } from '../../../../src/contract/api/index.ts';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { postStates } from '../../../../src/contract/post-states.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { useTime } from '../../parts/use-time.ts';
import { filterInput, useUrlFilter } from '../../parts/use-url-filter.ts';
import { type Day, dayAt, daysOf, isDay, spanOf, type View, views } from './dates.ts';

const mostShown = 500;

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
    limit: mostShown,
  };
  const draftsInput: InputOf<Api['listPosts']> = {
    ...scope,
    ...filterInput({ ...targets, states: ['draft'] }),
    limit: 30,
  };
  const posts = useRead('listPosts', postsInput, { placeholderData: (before) => before });
  const drafts = useRead('listPosts', draftsInput);
  const slot = useRead('nextSlot', scope);
  const byDay = useMemo(
    () => Map.groupBy(posts.data?.posts.filter(isPlanned) ?? [], (post) => dayAt(post.scheduledAt, timeZone)),
    [posts.data, timeZone],
  );
  return { view, day, days, today, narrow, filter, set, posts, drafts, slot, byDay, postsInput, draftsInput };
}

export type PlannedPost = PostRow & { scheduledAt: number };
const isPlanned = (post: PostRow): post is PlannedPost => post.scheduledAt !== null;
