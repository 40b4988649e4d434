import { sql } from 'kysely';
import type { Db, Query } from './db.ts';

/** Adds what calls have cost to the day that began then. */
export async function spendUnits(query: Query, scope: string, since: number, units: number): Promise<void> {
  await query
    .insertInto('platform_units')
    .values({ scope, since, units })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'since'])
        .doUpdateSet({ units: sql<number>`platform_units.units + ${units}` }),
    )
    .execute();
}

export async function spentUnits(db: Db, scope: string, since: number): Promise<number> {
  const rows = await db.read<{ units: number }>(
    'select units from platform_units where scope = ? and since = ?',
    [scope, since],
  );
  return Number(rows[0]?.units ?? 0);
}

/** Days that are over count for nothing. */
export async function forgetUnits(query: Query, before: number): Promise<void> {
  await query.deleteFrom('platform_units').where('since', '<', before).execute();
}
