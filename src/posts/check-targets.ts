import type { App, Caller } from '../context.ts';
import type { PlatformId } from '../contract/platform-ids.ts';
import type { Violation } from '../errors.ts';
import { type Account, activeAccounts } from '../store/accounts.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

export interface Targets {
  accounts: Account[];
  /** Platforms that the caller may speak of: those it named and those of the accounts found. */
  platforms: Set<PlatformId>;
  /** What matched no active account, as the caller is told. */
  skipped: { skipped_account_ids?: string[]; skipped_platforms?: PlatformId[] };
  violations: Violation[];
}

/** Only active accounts of the key's workspace and mode count; a foreign one is like one that does not exist. */
export async function checkTargets(
  app: Pick<App, 'db'>,
  caller: Caller,
  input: { platforms?: PlatformId[]; account_ids?: string[] },
): Promise<Targets> {
  const none = { accounts: [], platforms: new Set<PlatformId>(), skipped: {} };
  const { platforms, account_ids: ids } = input;
  if (platforms && ids) return { ...none, violations: [{ code: 'targets_exclusive' }] };
  if (!platforms?.length && !ids?.length) return { ...none, violations: [{ code: 'targets_missing' }] };
  const malformed = (ids ?? []).filter((id) => !isUuid(id));
  if (malformed.length > 0) {
    return {
      ...none,
      violations: malformed.map((value) => ({ code: 'account_id_wrong', facts: { value } })),
    };
  }

  const wanted = new Set((ids ?? []).map((id) => id.toLowerCase()));
  const accounts = (await activeAccounts(app.db, caller.workspaceId, caller.mode)).filter((account) =>
    platforms ? platforms.includes(account.platform) : wanted.has(account.id),
  );
  const found = new Set(accounts.map((account) => account.id));
  const reached = new Set(accounts.map((account) => account.platform));
  const skippedIds = [...wanted].filter((id) => !found.has(id));
  const skippedPlatforms = [...new Set(platforms)].filter((platform) => !reached.has(platform));
  return {
    accounts,
    platforms: new Set([...(platforms ?? []), ...reached]),
    skipped: {
      ...(skippedIds.length > 0 && { skipped_account_ids: skippedIds }),
      ...(skippedPlatforms.length > 0 && { skipped_platforms: skippedPlatforms }),
    },
    violations: accounts.length === 0 ? [{ code: 'no_active_accounts' }] : [],
  };
}
