import type { App, Caller } from '../context.ts';
import type { Query } from '../store/db.ts';
import { latestScheduledAt } from '../store/posts.ts';

const slotMs = 4 * 60 * 60 * 1000;

/** Inside a transaction, since two calls at once must not read the same latest time. */
export async function nextSlot(
  app: Pick<App, 'db'>,
  query: Query,
  caller: Caller,
  now: number,
): Promise<number> {
  await app.db.lockWorkspace(query, caller.workspaceId);
  return previewSlot(query, caller, now);
}

/** What the next slot would be; nobody holds it. */
export async function previewSlot(query: Query, caller: Caller, now: number): Promise<number> {
  const latest = await latestScheduledAt(query, caller.workspaceId, caller.mode);
  return Math.max(now, latest ?? 0) + slotMs;
}
