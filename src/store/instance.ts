import type { Query } from './db.ts';

/** Facts about this installation as a whole. */
export async function readFact(query: Query, name: string): Promise<string | null> {
  const row = await query.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps the first value written: of two nodes starting at once both go on with the same one. */
export async function writeFactOnce(query: Query, name: string, value: string): Promise<string> {
  await query
    .insertInto('instance')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readFact(query, name)) ?? value;
}

/** Takes a fact away, if it still has this value: of two at once one succeeds. */
export async function takeFact(query: Query, name: string, value: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('instance')
    .where('name', '=', name)
    .where('value', '=', value)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
