import type { Query } from './db.ts';

/** A new link makes the earlier ones of this user worthless. */
export async function replaceReset(
  query: Query,
  reset: { hash: string; user_id: string; created_at: number; expires_at: number },
): Promise<void> {
  await query.deleteFrom('password_resets').where('user_id', '=', reset.user_id).execute();
  await query.insertInto('password_resets').values(reset).execute();
}

export function findReset(query: Query, hash: string, now: number) {
  return query
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['password_resets.user_id', 'users.name', 'users.email'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Whose password may be set; the link is used up by asking. */
export async function takeReset(query: Query, hash: string, now: number): Promise<string | null> {
  const row = await query
    .deleteFrom('password_resets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
