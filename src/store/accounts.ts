import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';
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

export function activeAccounts(query: Query, workspaceId: string, mode: Mode): Promise<Account[]> {
  return query
    .selectFrom('accounts')
    .select(['id', 'platform', 'name', 'username', 'settings', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('mode', '=', mode)
    .where('state', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function replaceCredentials(query: Query, id: string, credentials: string): Promise<void> {
  await query.updateTable('accounts').set({ credentials }).where('id', '=', id).execute();
}

export async function setAccountState(query: Query, id: string, state: AccountState): Promise<void> {
  await query.updateTable('accounts').set({ state }).where('id', '=', id).execute();
}
