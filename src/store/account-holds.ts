import type { Db, Query } from './db.ts';
import { goneHolder } from './holder.ts';

/** Takes the account as a worker's claim does; false while another holds it. */
export async function holdAccount(
  query: Query,
  id: string,
  by: string,
  now: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('accounts')
    .set({ busy_until: until, busy_by: by })
    .where('id', '=', id)
    .where('busy_until', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function freeAccount(query: Query, id: string, by: string): Promise<void> {
  await query
    .updateTable('accounts')
    .set({ busy_until: 0, busy_by: null })
    .where('id', '=', id)
    .where('busy_by', '=', by)
    .execute();
}

export interface Taken {
  readonly id: string;
  readonly busy_by: string;
  readonly busy_until: number;
  /** 1: the delivery it is taken for has announced something to the platform whose outcome is not known. */
  readonly announced: number;
}

/** All accounts that are taken at this moment, in the order of their ids. */
export function takenAccounts(db: Db, now: number): Taken[] | Promise<Taken[]> {
  return db.read<Taken>(
    `select a.id, a.busy_by, a.busy_until, case when exists (
       select 1 from deliveries d join steps s on s.delivery_id = d.id and s.state = 'begun'
       where d.account_id = a.id and d.state in ('pending', 'publishing') and a.busy_by like d.id || ':%'
     ) then 1 else 0 end as announced
     from accounts a where a.busy_until > ? and a.busy_by is not null order by a.id`,
    [now],
  );
}

/**
 * Takes an account from a claim whose holder is gone. Every step renews its claim: one that has changed since it was read
 * is left alone.
 */
export async function takeFrom(query: Query, { id, busy_by, busy_until }: Taken): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('accounts')
    .set({ busy_until: 0, busy_by: goneHolder(busy_by) })
    .where('id', '=', id)
    .where('busy_by', '=', busy_by)
    .where('busy_until', '=', busy_until)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
