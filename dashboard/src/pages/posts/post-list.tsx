import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { useWords } from '../../words/index.tsx';
import { PostCard, PostLine, type RowProps } from './post-row.tsx';
import classes from './posts.module.css';

const wideRow = () => 65;
const narrowRow = () => 150;

/** Only what is near the window is in the page, however many posts there are. */
export function PostList({
  posts,
  hasMore,
  onNearEnd,
  onLook,
  selected,
  onSelect,
  onSelectAll,
  does,
}: {
  posts: readonly PostRow[];
  hasMore: boolean;
  onNearEnd: () => void;
  onLook: (first: number, last: number) => void;
  selected: ReadonlySet<string>;
  onSelectAll: (all: boolean) => void;
} & Pick<RowProps, 'onSelect' | 'does'>) {
  const t = useWords().posts;
  const wide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const list = useRef<HTMLElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout above is another one.
  useLayoutEffect(() => {
    const rect = list.current?.getBoundingClientRect();
    setScrollMargin((rect?.top ?? 0) + window.scrollY);
  }, [wide]);
  const virtual = useWindowVirtualizer({
    count: posts.length,
    // Functions made anew with every drawing would have everything measured anew, and drawn again.
    estimateSize: wide ? wideRow : narrowRow,
    overscan: 8,
    scrollMargin,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onLook(first, last), [first, last, onLook]);
  useEffect(() => {
    if (hasMore && last >= posts.length - 20) onNearEnd();
  }, [hasMore, last, posts.length, onNearEnd]);

  const before = Math.max(0, (items[0]?.start ?? scrollMargin) - scrollMargin);
  const after = Math.max(0, virtual.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? 0));
  const shown = items.flatMap((item) => {
    const post = posts[item.index];
    return post ? [{ index: item.index, post }] : [];
  });
  const rowOf = (post: PostRow) => ({ post, selected: selected.has(post.id), onSelect, does });

  if (!wide) {
    return (
      <ul
        ref={list as RefObject<HTMLUListElement | null>}
        className={classes.list}
        aria-label={t.list}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {shown.map(({ index, post }) => (
          <li
            key={post.id}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={hasMore ? -1 : posts.length}
            aria-posinset={index + 1}
          >
            <PostCard {...rowOf(post)} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <table className={classes.table} aria-label={t.list} aria-rowcount={hasMore ? -1 : posts.length + 1}>
      <Head posts={posts} selected={selected} onSelectAll={onSelect && onSelectAll} />
      <tbody ref={list as RefObject<HTMLTableSectionElement | null>}>
        <Gap height={before} />
        {shown.map(({ index, post }) => (
          <tr key={post.id} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
            <PostLine {...rowOf(post)} />
          </tr>
        ))}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={7} style={{ height, padding: 0 }} />
    </tr>
  );
}

function Head({
  posts,
  selected,
  onSelectAll,
}: {
  posts: readonly PostRow[];
  selected: ReadonlySet<string>;
  onSelectAll: ((all: boolean) => void) | null;
}) {
  const t = useWords().posts;
  const all = selected.size > 0 && posts.every((post) => selected.has(post.id));
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td>
          {onSelectAll && (
            <Checkbox
              aria-label={t.selectAll}
              checked={all}
              indeterminate={selected.size > 0 && !all}
              onChange={() => onSelectAll(!all)}
            />
          )}
        </td>
        {(['post', 'targets', 'time', 'state', 'author'] as const).map((name) => (
          <th scope="col" key={name}>
            {t.columns[name]}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  );
}
