import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { saveSettings } from '../store/accounts.ts';
import { describeAccount } from './describe-accounts.ts';

const longestSettings = 10_000;

/** The settings that posts to this account begin with. A required one may still be missing; a wrong one may not be. */
export async function changeDefaults(
  app: Pick<App, 'db' | 'platforms'>,
  caller: Caller,
  accountId: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const account = await describeAccount(app, caller, accountId);
  const given = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== null && value !== '' && value !== undefined),
  );
  const parsed = app.platforms(account.platform)?.settings.safeParse(given);
  const wrong = (parsed?.error?.issues ?? []).filter((issue) => String(issue.path[0]) in given);
  const text = JSON.stringify(given);
  if (wrong.length > 0 || text.length > longestSettings) {
    throw new PostboteError('invalid_request', {
      violations: wrong.map((issue) => ({
        code: 'field_wrong',
        facts: { field: issue.path.join('.'), expected: issue.message },
      })),
    });
  }
  await saveSettings(app.db.query, accountId, text);
}
