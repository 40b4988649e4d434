import type { App, Caller } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { readArguments } from '../contract/read-arguments.ts';
import { noInput, type SocialAccount } from '../contract/tools.ts';
import { PostboteError } from '../errors.ts';
import { activeAccounts } from '../store/accounts.ts';

export async function listAccounts(
  app: Pick<App, 'db'>,
  caller: Caller,
  args: unknown,
): Promise<SocialAccount[]> {
  const { problems } = readArguments(noInput, args);
  if (problems.length > 0) throw new PostboteError('invalid_request', { violations: problems });
  const accounts = await activeAccounts(app.db, caller.workspaceId, caller.mode);
  return accounts.map((account) => ({
    id: account.id,
    platform: account.platform,
    platform_display_name: account.name,
    platform_username: account.username,
    created_at: formatTime(account.created_at),
  }));
}
