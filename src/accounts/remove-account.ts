import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { findAccount, wipeAccount } from '../store/accounts.ts';
import { cancelOfAccount } from '../store/waiting.ts';

/** Forgets the login and cancels what has not begun. What went out, and what became of it, stays to be read. */
export async function removeAccount(
  app: Pick<App, 'db' | 'clock' | 'wake'>,
  caller: Pick<Caller, 'workspaceId' | 'mode'>,
  accountId: string,
): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, caller.workspaceId);
    if (!(await findAccount(query, caller.workspaceId, caller.mode, accountId))) {
      throw new PostboteError('not_found');
    }
    await wipeAccount(query, accountId);
    await cancelOfAccount(query, accountId, now);
  });
  app.wake(now);
}
