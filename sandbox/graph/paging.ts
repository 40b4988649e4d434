import type { Call } from '../platform.ts';

const maxLimit = 100;

/** One page of an edge with the cursors to the next, addressed as the caller addressed this one. */
export function pageOf<T extends { id: string }>(
  call: Call,
  items: readonly T[],
  view: (item: T) => unknown,
): { data: unknown[]; paging?: unknown } {
  const limit = Math.min(maxLimit, Math.max(1, Math.trunc(Number(call.query.get('limit') ?? 25)) || 25));
  const after = call.query.get('after');
  const from = after === null ? 0 : items.findIndex((item) => cursorOf(item) === after) + 1;
  const page = items.slice(from, from + limit);
  const [first, last] = [page.at(0), page.at(-1)];
  if (first === undefined || last === undefined) return { data: [] };
  const cursors = { before: cursorOf(first), after: cursorOf(last) };
  const isMore = items.length > from + limit;
  return {
    data: page.map(view),
    paging: { cursors, ...(isMore ? { next: nextAddress(call, cursors.after) } : {}) },
  };
}

function nextAddress(call: Call, after: string): string {
  const address = new URL(call.request.url ?? '/', call.world.home());
  address.searchParams.set('after', after);
  // The Graph API writes the token into the address, even where it came as a header.
  if (call.bearer !== null) address.searchParams.set('access_token', call.bearer);
  return address.href;
}

function cursorOf(item: { id: string }): string {
  return Buffer.from(item.id).toString('base64url');
}

/** Unix seconds or a date, as `since` and `until` take them; milliseconds, or null. */
export function instant(given: string | null): number | null {
  if (given === null) return null;
  const seconds = /^\d+$/.test(given) ? Number(given) : Date.parse(given) / 1000;
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

export function graphTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');
}
