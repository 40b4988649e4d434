import type { PostRow } from '../../../../src/contract/api/posts.ts';

/** What the list is ordered by. */
export const momentOfPost = (post: Pick<PostRow, 'scheduledAt' | 'createdAt'>): number =>
  post.scheduledAt ?? post.createdAt;

/**
 * Puts what was read anew for a span of time into the list: changed rows change, new ones come in at their place, and
 * those of the span that are no longer among them go, unless the answer was cut short.
 */
export function mergeRows(
  rows: readonly PostRow[],
  fresh: readonly PostRow[],
  span: { from?: number; to?: number; complete: boolean },
): PostRow[] {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, complete } = span;
  const byId = new Map(fresh.map((post) => [post.id, post]));
  const kept = rows.filter((post) => {
    const moment = momentOfPost(post);
    return !byId.has(post.id) && !(complete && moment >= from && moment < to);
  });
  return [...kept, ...fresh].sort(
    (one, other) => momentOfPost(other) - momentOfPost(one) || (one.id < other.id ? 1 : -1),
  );
}
