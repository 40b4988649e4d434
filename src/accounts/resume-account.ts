import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { findAccount, mayPublish, setAccountState } from '../store/accounts.ts';
import { holdDeliveries, releaseDeliveries } from '../store/waiting.ts';

/** What waited goes out at once, in the order of due times. */
export async function resumeAccount(
  app: Pick<App, 'db' | 'clock' | 'wake'>,
  caller: Pick<Caller, 'workspaceId' | 'mode'>,
  accountId: string,
): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, caller.workspaceId);
    const account = await findAccount(query, caller.workspaceId, caller.mode, accountId);
    if (!account) throw new PostboteError('not_found');
    if (account.state === 'active') return;
    if (account.state !== 'paused') throw new PostboteError('conflict');
    await setAccountState(query, accountId, 'active');
    await releaseDeliveries(query, accountId, now);
    // While the whole workspace is paused they only wait for something else now.
    if (!(await mayPublish(query, accountId)))
      await holdDeliveries(query, { accountId }, 'publishing_paused');
  });
  app.wake(now);
}
