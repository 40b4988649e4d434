import { createContext, useContext } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';

export interface CalendarDoes {
  readonly canEdit: boolean;
  readonly now: number;
  /** The next place of the queue; null while unknown. */
  readonly slot: number | null;
  open(post: PostRow): void;
  openDay(day: string): void;
  /** The post that is being dragged. */
  readonly dragged: PostRow | null;
  drag(post: PostRow | null): void;
  drop(post: PostRow, at: number): void;
}

export const CalendarContext = createContext<CalendarDoes | null>(null);

export function useCalendarDoes(): CalendarDoes {
  const does = useContext(CalendarContext);
  if (!does) throw new Error('useCalendarDoes outside of the calendar');
  return does;
}
