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

export async function setAccountState(query: Query, id: string, state: AccountState): Promise<void> {
  await query.updateTable('accounts').set({ state }).where('id', '=', id).execute();
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
