import { sql } from 'kysely';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Db, Query } from './db.ts';
import type { AccountState } from './tables.ts';

export interface Account {
  id: string;
  platform: PlatformId;
  name: string;
  username: string | null;
  settings: string;
  created_at: number;
}

export interface NewAccount extends Account {
  workspace_id: string;
  mode: Mode;
  external_id: string;
  state: AccountState;
  credentials: string;
  refresh_at?: number | null;
  expires_at?: number | null;
}

/** Connecting the same account again renews its login; it never makes a second row. */
export async function saveAccount(query: Query, account: NewAccount): Promise<string> {
  const { name, username, state, credentials, settings, refresh_at = null, expires_at = null } = account;
  const row = await query
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'mode', 'platform', 'external_id'])
        .doUpdateSet({ name, username, state, credentials, settings, refresh_at, expires_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export function activeAccounts(db: Db, workspaceId: string, mode: Mode): Account[] | Promise<Account[]> {
  return db.read<Account>(
    `select id, platform, name, username, settings, created_at from accounts
     where workspace_id = ? and mode = ? and state = 'active' order by created_at, id`,
    [workspaceId, mode],
  );
}

/** Whatever their state: also those that were paused or removed. */
export async function platformsEverConnected(
  query: Query,
  workspaceId: string,
  mode: Mode,
): Promise<ReadonlySet<PlatformId>> {
  const rows = await query
    .selectFrom('accounts')
    .select('platform')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('mode', '=', mode)
    .execute();
  return new Set(rows.map((row) => row.platform));
}

export function findAccountByExternalId(
  query: Query,
  workspaceId: string,
  mode: Mode,
  platform: PlatformId,
  externalId: string,
) {
  return query
    .selectFrom('accounts')
    .select(['id', 'credentials', 'settings'])
    .where('workspace_id', '=', workspaceId)
    .where('mode', '=', mode)
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

/** Only in place of the login that was renewed: one that the user connected meanwhile, or wiped, stays as it is. */
export async function renewCredentials(
  query: Query,
  id: string,
  old: string,
  fresh: { credentials: string; refresh_at: number | null; expires_at: number | null },
): Promise<void> {
  await query
    .updateTable('accounts')
    .set(fresh)
    .where('id', '=', id)
    .where('credentials', '=', old)
    .execute();
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

export async function setAccountState(query: Query, id: string, state: AccountState): Promise<void> {
  await query.updateTable('accounts').set({ state }).where('id', '=', id).execute();
}

/** The login is gone for good; the row stays for the history. */
export async function wipeAccount(query: Query, id: string): Promise<void> {
  await query
    .updateTable('accounts')
    .set({ state: 'removed', credentials: '', refresh_at: null, expires_at: null })
    .where('id', '=', id)
    .execute();
}

/** Neither the account nor its whole workspace is held back by a person. */
export async function mayPublish(query: Query, id: string): Promise<boolean> {
  const row = await query
    .selectFrom('accounts')
    .innerJoin('workspaces', 'workspaces.id', 'accounts.workspace_id')
    .select('accounts.id')
    .where('accounts.id', '=', id)
    .where('accounts.state', '=', 'active')
    .where('workspaces.publishing_paused_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** One that was removed is like one that never was. */
export function findAccount(query: Query, workspaceId: string, mode: Mode, id: string) {
  return query
    .selectFrom('accounts')
    .select(['id', 'platform', 'name', 'state'])
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('mode', '=', mode)
    .where('state', '<>', 'removed')
    .executeTakeFirst();
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

/** Connected, whether it publishes right now or not. */
export function connectedAccounts(query: Query, workspaceId: string) {
  return query
    .selectFrom('accounts')
    .select(['id', 'mode', 'platform', 'name', 'username', 'state', 'expires_at', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('state', '<>', 'removed')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

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

export function accountsToRefresh(query: Query, now: number, limit: number) {
  return query
    .selectFrom('accounts')
    .select(['id', 'platform', 'mode', 'credentials', 'busy_by'])
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

export interface AccountOfWorkspace extends Account {
  state: Exclude<AccountState, 'removed'>;
  external_id: string;
  credentials: string;
  refresh_at: number | null;
  expires_at: number | null;
}

/** All that are connected, also those that are paused or need a new login. */
export async function accountsOfWorkspace(
  query: Query,
  workspaceId: string,
  mode: Mode,
): Promise<AccountOfWorkspace[]> {
  const rows = await query
    .selectFrom('accounts')
    .select([
      'id',
      'platform',
      'name',
      'username',
      'settings',
      'created_at',
      'state',
      'external_id',
      'credentials',
      'refresh_at',
      'expires_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('mode', '=', mode)
    .where('state', '<>', 'removed')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows as AccountOfWorkspace[];
}

export async function saveSettings(query: Query, accountId: string, settings: string): Promise<void> {
  await query.updateTable('accounts').set({ settings }).where('id', '=', accountId).execute();
}

/** How much is planned or under way, by account. */
export async function waitingByAccount(
  query: Query,
  workspaceId: string,
  mode: Mode,
): Promise<ReadonlyMap<string, number>> {
  const rows = await query
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.account_id')
    .select((row) => ['deliveries.account_id', row.fn.countAll<number>().as('count')])
    .where('accounts.workspace_id', '=', workspaceId)
    .where('accounts.mode', '=', mode)
    .where('deliveries.state', 'in', ['pending', 'publishing'])
    .where('deliveries.due_at', 'is not', null)
    .groupBy('deliveries.account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, Number(row.count)]));
}
