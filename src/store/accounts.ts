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
}

/** Connecting the same account again renews its login; it never makes a second row. */
export async function saveAccount(query: Query, account: NewAccount): Promise<string> {
  const { name, username, state, credentials } = account;
  const row = await query
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'mode', 'platform', 'external_id'])
        .doUpdateSet({ name, username, state, credentials }),
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

export async function replaceCredentials(query: Query, id: string, credentials: string): Promise<void> {
  await query.updateTable('accounts').set({ credentials }).where('id', '=', id).execute();
}

export async function setAccountState(query: Query, id: string, state: AccountState): Promise<void> {
  await query.updateTable('accounts').set({ state }).where('id', '=', id).execute();
}
