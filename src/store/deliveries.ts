import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PlatformId } from '../contract/platform-ids.ts';
import type { DeliveryState } from '../contract/tools.ts';
import type { ClaimedRow, Db, Held, Query } from './db.ts';
import { holder, readHolder } from './holder.ts';

export interface DeliveryOfPost {
  platform: PlatformId;
  account_id: string;
  account: string;
  state: DeliveryState;
  wake_at: number | null;
  leased_by: string | null;
  attempts: number;
  published_at: number | null;
  public_id: string | null;
  url: string | null;
  error_code: string | null;
  error_facts: string | null;
  error_raw: string | null;
}

export function deliveriesOfPost(db: Db, postId: string): DeliveryOfPost[] | Promise<DeliveryOfPost[]> {
  return db.read<DeliveryOfPost>(
    `select d.platform, d.account_id, a.name as account, d.state, d.wake_at,
       case when a.busy_by like d.id || ':%' then a.busy_by end as leased_by, d.attempts, d.published_at, d.public_id,
       d.url, d.error_code, d.error_facts, d.error_raw
     from deliveries d join accounts a on a.id = d.account_id where d.post_id = ? order by d.id`,
    [postId],
  );
}

// The states stand in the text of these two: given as values, SQLite could not use the index of open deliveries.

/** The next moment at which there is something to do, later than `after`. */
export async function nextWakeAt(db: Db, after: number): Promise<number | null> {
  const rows = await db.read<{ wake_at: number }>(
    `select wake_at from deliveries where state in ('pending', 'publishing') and wake_at > ?
     order by wake_at limit 1`,
    [after],
  );
  return rows[0]?.wake_at ?? null;
}

export async function overdueCount(db: Db, before: number): Promise<number> {
  const rows = await db.read<{ count: number }>(
    `select count(*) as count from deliveries d join accounts a on a.id = d.account_id
     where d.state in ('pending', 'publishing') and d.wake_at < ?
       and (a.busy_by is null or a.busy_by not like d.id || ':%')`,
    [before],
  );
  return rows[0]?.count ?? 0;
}

export function mediaOfPosts(query: Query, postIds: readonly string[]) {
  return query
    .selectFrom('media')
    .select(['post_id', 'url', 'kind', 'alt'])
    .where('post_id', 'in', postIds)
    .orderBy('position')
    .execute();
}

export async function workspaceOfPost(db: Db, postId: string): Promise<string> {
  const rows = await db.read<{ workspace_id: string }>('select workspace_id from posts where id = ?', [
    postId,
  ]);
  return rows[0]?.workspace_id ?? '';
}

/** Cancels what has not begun. The raised lease takes the row from a worker that already holds it in memory. */
export async function cancelPending(query: Query, postId: string): Promise<number> {
  const { numUpdatedRows } = await query
    .updateTable('deliveries')
    .set((row) => ({ state: 'canceled', wake_at: null, lease: row('lease', '+', 1) }))
    .where('post_id', '=', postId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export function stepsOf(db: Db, deliveryId: string) {
  return db.query
    .selectFrom('steps')
    .select(['name', 'state', 'value', 'begun_at', 'looks', 'looked_at'])
    .where('delivery_id', '=', deliveryId)
    .execute();
}

/** Which of these public ids belong to other deliveries to the same account at the platform, in any workspace. */
export async function takenIds(
  query: Query,
  at: Pick<ClaimedRow, 'id' | 'platform' | 'mode' | 'external_id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query
    .selectFrom('accounts as a')
    .innerJoin('deliveries as d', 'd.account_id', 'a.id')
    .select('d.public_id')
    .where('a.platform', '=', at.platform)
    .where('a.mode', '=', at.mode)
    .where('a.external_id', '=', at.external_id)
    .where(sql<boolean>`d.state = 'published'`)
    .where('d.id', '<>', at.id)
    .where('d.public_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ public_id: id }) => String(id)));
}

/** Only while the lease holds: what was prepared is used up and certainly not public. */
export async function forgetSteps(query: Query, held: Held): Promise<void> {
  await query
    .deleteFrom('steps')
    .where('delivery_id', '=', held.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries as d')
          .innerJoin('accounts as a', 'a.id', 'd.account_id')
          .select('d.id')
          .where('d.id', '=', held.id)
          .where('d.lease', '=', held.lease)
          .where('a.busy_by', '=', holder(held)),
      ),
    )
    .execute();
}

/** The audit row of an attempt whose worker died before it could write one; `by` is how the account named it. */
export async function recordInterruption(query: Query, by: string, at: number): Promise<void> {
  const { deliveryId, worker } = readHolder(by);
  const row = await query
    .selectFrom('deliveries')
    .select('attempts')
    .where('id', '=', deliveryId)
    .where('state', 'in', ['pending', 'publishing'])
    .executeTakeFirst();
  if (!row) return;
  await query
    .insertInto('attempts')
    .values({
      id: randomUUIDv7(),
      delivery_id: deliveryId,
      number: row.attempts,
      worker,
      started_at: at,
      ended_at: at,
      outcome: 'interrupted',
      error_code: null,
      error_facts: null,
      error_raw: null,
    })
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
    .set({
      state: 'published',
      published_at: now,
      url: at.url ?? null,
      error_code: null,
      error_facts: null,
      error_raw: null,
    })
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
    .set({
      state: 'publishing',
      // It is the owner's new time: how late the first one was no longer counts.
      due_at: now,
      wake_at: now,
      failures: 0,
      error_code: null,
      error_facts: null,
      error_raw: null,
    })
    .returning('id')
    .executeTakeFirst();
  if (row) await query.deleteFrom('steps').where('delivery_id', '=', row.id).execute();
  return row !== undefined;
}

/** Inside a transaction. A failed delivery has certainly nothing public, so it begins anew. Returns how many. */
export async function retryFailed(
  query: Query,
  postId: string,
  accountIds: readonly string[] | null,
  now: number,
): Promise<number> {
  let failed = query
    .updateTable('deliveries')
    .set((row) => ({
      state: 'pending' as const,
      due_at: now,
      wake_at: now,
      lease: row('lease', '+', 1),
      failures: 0,
      first_tried_at: null,
      error_code: null,
      error_facts: null,
      error_raw: null,
    }))
    .where('post_id', '=', postId)
    .where('state', '=', 'failed');
  if (accountIds !== null) failed = failed.where('account_id', 'in', accountIds);
  const rows = await failed.returning('id').execute();
  if (rows.length > 0) {
    const ids = rows.map((row) => row.id);
    await query.deleteFrom('steps').where('delivery_id', 'in', ids).execute();
  }
  return rows.length;
}
