import { randomUUID } from 'node:crypto';
import type { Query } from './db.ts';
import type { Flag, Moment } from './tables.ts';

/** What better-auth calls a login by e-mail and password. */
const byPassword = 'credential';

export interface User {
  id: string;
  name: string;
  email: string;
  two_factor_enabled: Flag;
  created_at: Moment['__select__'];
}

const columns = ['id', 'name', 'email', 'two_factor_enabled', 'created_at'] as const;
const iso = (at: number) => new Date(at).toISOString();

/** False: the address has an account already. */
export async function insertUser(
  query: Query,
  user: { id: string; name: string; email: string; passwordHash: string },
  now: number,
): Promise<boolean> {
  const times = { created_at: iso(now), updated_at: iso(now) };
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('users')
    .values({ id: user.id, name: user.name, email: user.email, ...times })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await query
    .insertInto('user_logins')
    .values({
      id: randomUUID(),
      user_id: user.id,
      account_id: user.id,
      provider_id: byPassword,
      password: user.passwordHash,
      ...times,
    })
    .execute();
  return true;
}

export function listUsers(query: Query): Promise<User[]> {
  return query.selectFrom('users').select(columns).orderBy('created_at').orderBy('id').execute();
}

export function findUserByEmail(query: Query, email: string): Promise<User | undefined> {
  return query.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst();
}

export async function readPassword(query: Query, userId: string): Promise<string | null> {
  const row = await query
    .selectFrom('user_logins')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', byPassword)
    .executeTakeFirst();
  return row?.password ?? null;
}

export async function writePassword(query: Query, userId: string, hash: string, now: number): Promise<void> {
  await query
    .updateTable('user_logins')
    .set({ password: hash, updated_at: iso(now) })
    .where('user_id', '=', userId)
    .where('provider_id', '=', byPassword)
    .execute();
}

/** Whether it is this user's address now; another user may have it. */
export async function writeEmail(query: Query, userId: string, email: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('users')
    .set({ email, updated_at: iso(now) })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as other').select('other.id').where('other.email', '=', email))),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Back to the password alone, for somebody who lost both the device and the backup codes. */
export async function dropSecondFactor(query: Query, userId: string): Promise<void> {
  await query.deleteFrom('two_factors').where('user_id', '=', userId).execute();
  // A trusted device skips the second step; its mark holds the user's id.
  await query.deleteFrom('verifications').where('value', '=', userId).execute();
  await query
    .updateTable('users')
    .set(({ lit }) => ({ two_factor_enabled: lit(false) }))
    .where('id', '=', userId)
    .execute();
}
