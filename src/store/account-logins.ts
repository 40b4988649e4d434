import { sql } from 'kysely';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';

/** Only in place of the login that was renewed: one that the user connected meanwhile, or wiped, stays as it is. */
export async function renewCredentials(
  query: Query,
  id: string,
  old: string,
  fresh: { credentials: string; refresh_at: number | null; expires_at: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('accounts')
    .set(fresh)
    .where('id', '=', id)
    .where('credentials', '=', old)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False: the login was replaced in between, so the platform's no does not concern it. */
export async function requireReconnect(query: Query, id: string, credentials: string): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('accounts')
    .set({ state: 'reconnect' })
    .where('id', '=', id)
    .where('credentials', '=', credentials)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceCredentials(
  query: Query,
  id: string,
  credentials: string,
  refreshAt: number | null = null,
): Promise<void> {
  await query
    .updateTable('accounts')
    .set({ credentials, refresh_at: refreshAt })
    .where('id', '=', id)
    .execute();
}

/** The login is gone for good; the row stays for the history. */
export async function wipeAccount(query: Query, id: string): Promise<void> {
  await query
    .updateTable('accounts')
    .set({ state: 'removed', credentials: '', refresh_at: null, expires_at: null })
    .where('id', '=', id)
    .execute();
}

/** Where its login leads, for whoever ends it; a removed account has none. */
export function findLogin(query: Query, id: string) {
  return query
    .selectFrom('accounts')
    .select(['id', 'platform', 'mode', 'external_id', 'credentials'])
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
}

/** Connected accounts of the same person on the platform, as far as we can know: of the same app, in any workspace. */
export function accountsOfSameApp(query: Query, platform: PlatformId, mode: Mode, clientId: string) {
  return query
    .selectFrom('accounts')
    .select(['id', 'platform', 'external_id'])
    .where('mode', '=', mode)
    .where('state', '<>', 'removed')
    .where((row) =>
      row.or([
        row('platform', '=', platform),
        row(
          'platform',
          'in',
          row
            .selectFrom('platform_apps')
            .select('platform')
            .where('platform_apps.mode', '=', mode)
            .where('client_id', '=', clientId),
        ),
      ]),
    )
    .execute();
}

export function accountsToRefresh(query: Query, now: number, limit: number) {
  return query
    .selectFrom('accounts')
    .select(['id', 'platform', 'mode', 'external_id', 'credentials', 'busy_by'])
    .where(sql<boolean>`state in ('active', 'paused')`)
    .where('refresh_at', '<=', now)
    .orderBy('refresh_at')
    .limit(limit)
    .execute();
}

export async function postponeRefresh(query: Query, id: string, refreshAt: number | null): Promise<void> {
  await query.updateTable('accounts').set({ refresh_at: refreshAt }).where('id', '=', id).execute();
}

export async function credentialsOf(query: Query, id: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('accounts')
    .select('credentials')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.credentials;
}
