import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { filterInput, type UrlFilter } from '../../parts/use-url-filter.ts';
import { type Answer, type Input, postPages } from './begin-posts.ts';
import { mergeRows, momentOfPost } from './merge-rows.ts';

const blockSize = 50;

/**
 * All posts that were scrolled to. With thousands of them loaded, an event must not read them all again: only the block
 * in view is kept live, by its span of time; the others are read again when they come into view.
 */
export function usePostPages(filter: UrlFilter) {
  const { scope } = usePlace();
  const client = useQueryClient();
  const input = useMemo<Input>(() => ({ ...scope, ...filterInput(filter) }), [scope, filter]);
  const read = useMemo(() => postPages(input), [input]);
  const key = read.queryKey;
  const pages = useInfiniteQuery(read);
  const posts = useMemo(() => pages.data?.pages.flatMap((page) => page.posts) ?? [], [pages.data]);

  const [view, setView] = useState({ first: 0, last: 0 });
  const span = spanOf(posts, view, pages.hasNextPage);
  const fresh = useRead(
    'listPosts',
    { ...input, ...span, limit: 500 },
    { enabled: pages.isSuccess, gcTime: 30_000 },
  );
  const { data, dataUpdatedAt } = fresh;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the span belongs to the answer.
  useEffect(() => {
    if (!data) return;
    client.setQueryData<InfiniteData<Answer>>(key, (old) => {
      if (!old) return old;
      const merged = mergeRows(
        old.pages.flatMap((page) => page.posts),
        data.posts,
        { ...span, complete: data.cursor === null },
      );
      return {
        pages: [{ posts: merged, cursor: old.pages.at(-1)?.cursor ?? null }],
        pageParams: [undefined],
      };
    });
  }, [data, dataUpdatedAt, client, key]);

  const look = useCallback((first: number, last: number) => {
    setView((old) => (old.first === first && old.last === last ? old : { first, last }));
  }, []);
  return { pages, posts, look };
}

function spanOf(posts: readonly PostRow[], view: { first: number; last: number }, more: boolean) {
  const start = Math.floor(view.first / blockSize) * blockSize;
  const end = Math.min(Math.ceil((view.last + 1) / blockSize) * blockSize, posts.length);
  const [newest, oldest] = [posts[start], posts[end - 1]];
  return {
    ...(start > 0 && newest && { to: momentOfPost(newest) + 1 }),
    ...((more || end < posts.length) && oldest && { from: momentOfPost(oldest) }),
  };
}
