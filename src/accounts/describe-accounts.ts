import type { App, Caller } from '../context.ts';
import type { AccountView } from '../contract/api/accounts.ts';
import { PostboteError } from '../errors.ts';
import { accountsOfWorkspace, waitingByAccount } from '../store/accounts.ts';

type Reach = Pick<App, 'db' | 'platforms'>;

/** The workspace's accounts as the dashboard shows them; no login ever leaves this room. */
export async function describeAccounts(app: Reach, caller: Caller): Promise<AccountView[]> {
  const { query } = app.db;
  const [rows, waiting] = await Promise.all([
    accountsOfWorkspace(query, caller.workspaceId, caller.mode),
    waitingByAccount(query, caller.workspaceId, caller.mode),
  ]);
  return rows.map((row) => {
    const settings = JSON.parse(row.settings) as Record<string, unknown>;
    const parsed = app.platforms(row.platform)?.settings.safeParse(settings);
    return {
      id: row.id,
      platform: row.platform,
      name: row.name,
      username: row.username,
      state: row.state,
      settings,
      missing: [...new Set((parsed?.error?.issues ?? []).map((issue) => String(issue.path[0])))],
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      waiting: waiting.get(row.id) ?? 0,
    };
  });
}

export async function describeAccount(app: Reach, caller: Caller, accountId: string): Promise<AccountView> {
  const account = (await describeAccounts(app, caller)).find((one) => one.id === accountId);
  if (!account) throw new PostboteError('not_found');
  return account;
}
