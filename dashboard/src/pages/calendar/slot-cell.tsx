import { Text } from '@mantine/core';
import { IconClockPlus, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import classes from './calendar.module.css';
import { useCalendarDoes } from './grid-context.ts';

/** A place in the grid. Its empty part is a link to a new post; a dragged post can be let go over it. */
export function SlotCell({
  newAt,
  dropAt,
  ends,
  muted = false,
  current = false,
  first,
  row,
  column,
  children,
}: {
  /** When a new post would be. */
  newAt: number;
  /** When the dragged post would be. */
  dropAt: (before: number | null) => number;
  /** When this place is over. */
  ends: number;
  muted?: boolean;
  current?: boolean;
  /** The one that Tab reaches; arrows lead to the others. */
  first: boolean;
  row: number;
  column: number;
  children: ReactNode;
}) {
  const t = useWords().calendar;
  const time = useTime();
  const does = useCalendarDoes();
  const [over, setOver] = useState(false);
  const past = ends <= does.now;
  const takes = does.dragged !== null && !past;
  return (
    <td
      className={classes.cell}
      data-muted={muted || undefined}
      data-past={past || undefined}
      data-current={current || undefined}
      data-over={(over && takes) || undefined}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (does.dragged && takes) does.drop(does.dragged, dropAt(does.dragged.scheduledAt));
        does.drag(null);
      }}
    >
      {does.canEdit && !past && (
        <Link
          to="/compose"
          search={{ at: newAt } as never}
          className={classes.fresh}
          aria-label={t.newAt(time.long(newAt))}
          tabIndex={first ? 0 : -1}
          data-row={row}
          data-column={column}
          draggable={false}
        >
          <IconPlus size={16} aria-hidden />
        </Link>
      )}
      {children}
    </td>
  );
}

/** Where the queue would put the next post. */
export function Ghost({ at }: { at: number }) {
  const t = useWords().calendar;
  const time = useTime();
  return (
    <Link
      to="/compose"
      search={{ at } as never}
      className={classes.ghost}
      title={t.nextSlotAt(time.long(at))}
      draggable={false}
    >
      <IconClockPlus size={13} aria-hidden />
      <Text span size="xs">
        {time.clock(at)} {t.nextSlot}
      </Text>
    </Link>
  );
}

/** Arrow keys walk through the places; past ones are no places and are stepped over. */
export function walkGrid(event: React.KeyboardEvent<HTMLElement>): void {
  const steps: Record<string, readonly [number, number]> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };
  const way = steps[event.key];
  const { row, column } = (event.target as HTMLElement).dataset;
  if (!way || row === undefined || column === undefined) return;
  const selector = `[data-row="${Number(row) + way[0]}"][data-column="${Number(column) + way[1]}"]`;
  const next = event.currentTarget.querySelector<HTMLElement>(selector);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
