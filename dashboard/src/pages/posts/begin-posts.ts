import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '../../../../src/contract/api/endpoint.ts';
import type { Api } from '../../../../src/contract/api/index.ts';
import { type ApiError, call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { keyOf } from '../../api/use-api.ts';
import { filterInput, readFilter } from '../../parts/use-url-filter.ts';
import { whereIs } from '../../shell/use-whereabouts.ts';

export type Answer = OutputOf<Api['listPosts']>;
export type Input = InputOf<Api['listPosts']>;

const pageSize = 100;

/** How the list is read, a hundred at a time. */
export const postPages = (input: Input) =>
  infiniteQueryOptions<Answer, ApiError, InfiniteData<Answer>, readonly unknown[], string | undefined>({
    queryKey: ['post-pages', input],
    queryFn: ({ pageParam, signal }) =>
      call('listPosts', { ...input, limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The first posts come while the page that shows them is still being loaded; trouble is the page's to tell. */
export async function beginPosts(search: Readonly<Record<string, unknown>>): Promise<void> {
  const me = await queryClient.ensureQueryData({ queryKey: keyOf('me', {}), queryFn: () => call('me', {}) });
  const place = whereIs(me);
  if (!place) return;
  await queryClient.prefetchInfiniteQuery(postPages({ ...place.scope, ...filterInput(readFilter(search)) }));
}
