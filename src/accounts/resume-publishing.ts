import type { App, Caller } from '../context.ts';
import { connectedAccounts } from '../store/accounts.ts';
import { holdDeliveries, releaseDeliveries } from '../store/waiting.ts';
import { setPublishingPaused } from '../store/workspaces.ts';

const stillWaiting = { paused: 'account_paused', reconnect: 'account_reconnect' } as const;

/** What is up to 24 hours late goes out now, in the order of due times; an account with a reason of its own waits on. */
export async function resumePublishing(
  app: Pick<App, 'db' | 'clock' | 'wake'>,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
): Promise<void> {
  const now = app.clock.now();
  await setPublishingPaused(app.db.query, workspaceId, null);
  // Account by account, as they were paused. Should it break off, resuming once more finishes it.
  for (const { id, state } of await connectedAccounts(app.db.query, workspaceId)) {
    if (state === 'paused' || state === 'reconnect') {
      await holdDeliveries(app.db.query, { accountId: id }, stillWaiting[state]);
    } else await releaseDeliveries(app.db.query, id, now);
  }
  app.wake(now);
}
