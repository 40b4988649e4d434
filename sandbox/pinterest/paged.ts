import type { Call } from '../platform.ts';
import { invalid } from './pinterest-error.ts';

/** `page_size` 1 to 250, usually 25; `bookmark` is null on the last page. */
export function paged<T>(
  call: Call,
  all: readonly T[],
  idOf: (item: T) => string,
): { items: readonly T[]; bookmark: string | null } {
  const size = Number(call.query.get('page_size') ?? 25);
  if (!Number.isInteger(size) || size < 1 || size > 250) invalid(`${size} is not between 1 and 250`);
  const bookmark = call.query.get('bookmark') ?? '';
  const after = Buffer.from(bookmark, 'base64url').toString();
  const from = bookmark === '' ? 0 : all.findIndex((item) => idOf(item) === after) + 1;
  const items = all.slice(from, from + size);
  const last = items.at(-1);
  const hasMore = last !== undefined && all.length > from + size;
  return { items, bookmark: hasMore ? Buffer.from(idOf(last)).toString('base64url') : null };
}
