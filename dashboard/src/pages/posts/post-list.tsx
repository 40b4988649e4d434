import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { useRowsInView } from '../../parts/use-rows-in-view.ts';
import { useWords } from '../../words/index.tsx';
import { PostCard, PostLine, type RowProps } from './post-row.tsx';
import classes from './posts.module.css';

/** In rem: all rows of a kind have one height, and so their places are known without measuring. */
const heights = { line: 4.0625, card: 10 };
const rem = (count: number, height: number) => `${count * height}rem`;

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
  // Narrower, and the columns of fixed width would leave nothing for the text.
  const wide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  const list = useRef<HTMLElement>(null);
  const height = wide ? heights.line : heights.card;
  const { first, end } = useRowsInView(list, posts.length, height);
  useEffect(() => onLook(first, end - 1), [first, end, onLook]);
  useEffect(() => {
    if (hasMore && end >= posts.length - 20) onNearEnd();
  }, [hasMore, end, posts.length, onNearEnd]);

  const before = rem(first, height);
  const after = rem(Math.max(0, posts.length - end), height);
  const shown = posts.slice(first, end).map((post, at) => ({ index: first + at, post }));
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
            style={{ height: rem(1, height) }}
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
          <tr key={post.id} style={{ height: rem(1, height) }} data-index={index} aria-rowindex={index + 2}>
            <PostLine {...rowOf(post)} />
          </tr>
        ))}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are out of sight. Six columns: the seventh would be made for it where one is hidden. */
function Gap({ height }: { height: string }) {
  if (height === rem(0, 0)) return null;
  return (
    <tr aria-hidden>
      <td colSpan={6} style={{ height, padding: 0 }} />
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
            <input
              type="checkbox"
              className={classes.check}
              aria-label={t.selectAll}
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = selected.size > 0 && !all;
              }}
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
