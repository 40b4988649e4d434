import type { Query } from './db.ts';

export const rememberedForMs = 24 * 60 * 60 * 1000;

export function findRemembered(query: Query, apiKeyId: string, name: string, now: number) {
  return query
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result'])
    .where('api_key_id', '=', apiKeyId)
    .where('name', '=', name)
    .where('created_at', '>', now - rememberedForMs)
    .executeTakeFirst();
}

/** Inside the transaction that makes the post. False: another call with this key was first. */
export async function remember(
  query: Query,
  entry: { api_key_id: string; name: string; fingerprint: string; result: string; created_at: number },
): Promise<boolean> {
  const row = await query
    .insertInto('idempotency_keys')
    .values(entry)
    .onConflict((conflict) =>
      conflict
        .columns(['api_key_id', 'name'])
        .doUpdateSet({ fingerprint: entry.fingerprint, result: entry.result, created_at: entry.created_at })
        .where('idempotency_keys.created_at', '<=', entry.created_at - rememberedForMs),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetOld(query: Query, now: number): Promise<void> {
  await query
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - rememberedForMs)
    .execute();
}
