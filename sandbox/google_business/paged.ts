import type { Call } from '../platform.ts';
import { invalid } from './google-error.ts';

/** `pageSize` and `pageToken` in, `nextPageToken` out; the last page has none. */
export function paged<T>(
  call: Call,
  all: readonly T[],
  { usual, max }: { usual: number; max: number },
  nameOf: (item: T) => string,
): { items: readonly T[]; next: { nextPageToken?: string } } {
  const size = Number(call.query.get('pageSize') ?? usual);
  if (!Number.isInteger(size) || size < 1 || size > max) {
    invalid('page_size', 'INVALID_VALUE', `page_size must be within 1 and ${max}`);
  }
  const token = call.query.get('pageToken') ?? '';
  const from = token === '' ? 0 : all.findIndex((item) => tokenOf(nameOf(item)) === token) + 1;
  const items = all.slice(from, from + size);
  const last = items.at(-1);
  const hasMore = last !== undefined && all.length > from + size;
  return { items, next: hasMore ? { nextPageToken: tokenOf(nameOf(last)) } : {} };
}

const tokenOf = (name: string) => Buffer.from(name).toString('base64url');
