import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { findAccount, setAccountState } from '../store/accounts.ts';
import { holdDeliveries } from '../store/waiting.ts';

/** Nothing of the account starts any more; what is being sent comes to its end, the rest waits. */
export async function pauseAccount(
  app: Pick<App, 'db'>,
  caller: Pick<Caller, 'workspaceId' | 'mode'>,
  accountId: string,
): Promise<void> {
  await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, caller.workspaceId);
    const account = await findAccount(query, caller.workspaceId, caller.mode, accountId);
    if (!account) throw new PostboteError('not_found');
    if (account.state === 'paused') return;
    // It waits for its owner already, and for something that no pause can replace.
    if (account.state !== 'active') throw new PostboteError('conflict');
    // The account before its deliveries, as everybody who writes both does.
    await setAccountState(query, accountId, 'paused');
    await holdDeliveries(query, { accountId }, 'account_paused');
  });
}
