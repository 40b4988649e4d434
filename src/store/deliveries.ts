import { randomUUIDv7 } from 'node:crypto';
import type { Db, Query } from './db.ts';

export function deliveriesOfPost(query: Query, postId: string) {
  return query
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.account_id')
    .select([
      'deliveries.platform',
      'deliveries.account_id',
      'accounts.name as account',
      'deliveries.state',
      'deliveries.due_at',
      'deliveries.wake_at',
      'deliveries.leased_by',
      'deliveries.attempts',
      'deliveries.published_at',
      'deliveries.public_id',
      'deliveries.url',
      'deliveries.error_code',
      'deliveries.error_facts',
      'deliveries.error_raw',
    ])
    .where('deliveries.post_id', '=', postId)
    .orderBy('deliveries.id')
    .execute();
}

/** The next moment at which there is something to do, later than `after`. */
export async function nextWakeAt(query: Query, after: number): Promise<number | null> {
  const row = await query
    .selectFrom('deliveries')
    .select('wake_at')
    .where('state', 'in', ['pending', 'publishing'])
    .where('wake_at', '>', after)
    .orderBy('wake_at')
    .limit(1)
    .executeTakeFirst();
  return row?.wake_at ?? null;
}

export function mediaOfPosts(query: Query, postIds: readonly string[]) {
  return query
    .selectFrom('media')
    .select(['post_id', 'url', 'kind', 'alt'])
    .where('post_id', 'in', postIds)
    .orderBy('position')
    .execute();
}

/** Cancels what has not begun. The raised lease takes the row from a worker that already holds it in memory. */
export async function cancelPending(query: Query, postId: string): Promise<number> {
  const { numUpdatedRows } = await query
    .updateTable('deliveries')
    .set((row) => ({ state: 'canceled', wake_at: null, leased_by: null, lease: row('lease', '+', 1) }))
    .where('post_id', '=', postId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function overdueCount(query: Query, before: number): Promise<number> {
  const row = await query
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['pending', 'publishing'])
    .where('wake_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export function stepsOf(db: Db, deliveryId: string) {
  return db.query
    .selectFrom('steps')
    .select(['name', 'state', 'value', 'begun_at', 'looks', 'looked_at'])
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** Only while the lease holds: what was prepared is used up and certainly not public. */
export async function forgetSteps(query: Query, deliveryId: string, lease: number): Promise<void> {
  await query
    .deleteFrom('steps')
    .where('delivery_id', '=', deliveryId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries').select('id').where('id', '=', deliveryId).where('lease', '=', lease),
      ),
    )
    .execute();
}

/** The audit row of an attempt whose worker died before it could write one. */
export async function recordInterruption(
  query: Query,
  lost: { delivery_id: string; worker: string; number: number; at: number },
): Promise<void> {
  const { delivery_id, worker, number, at } = lost;
  await query
    .insertInto('attempts')
    .values({ id: randomUUIDv7(), delivery_id, number, worker, started_at: at, ended_at: at, outcome: 'interrupted', error_code: null, error_facts: null, error_raw: null })
    .execute();
}

const unconfirmed = (query: Query, at: { postId: string; accountId: string }) =>
  query
    .updateTable('deliveries')
    .where('post_id', '=', at.postId)
    .where('account_id', '=', at.accountId)
    .where('state', '=', 'unconfirmed');

/** The owner has seen it; the address is the one they give, if any. */
export async function confirmDelivery(
  query: Query,
  at: { postId: string; accountId: string; url?: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await unconfirmed(query, at)
    .set({ state: 'published', published_at: now, url: at.url ?? null, error_code: null, error_facts: null, error_raw: null })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Inside a transaction. Everything remembered is forgotten: the owner says that nothing of it is public. */
export async function sendAgain(
  query: Query,
  at: { postId: string; accountId: string },
  now: number,
): Promise<boolean> {
  const row = await unconfirmed(query, at)
    .set({ state: 'publishing', wake_at: now, failures: 0, error_code: null, error_facts: null, error_raw: null })
    .returning('id')
    .executeTakeFirst();
  if (row) await query.deleteFrom('steps').where('delivery_id', '=', row.id).execute();
  return row !== undefined;
}
