import type { Query } from './db.ts';

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
