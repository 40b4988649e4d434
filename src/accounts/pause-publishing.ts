import type { App, Caller } from '../context.ts';
import { connectedAccounts } from '../store/accounts.ts';
import { holdDeliveries } from '../store/waiting.ts';
import { setPublishingPaused } from '../store/workspaces.ts';

/**
 * Nothing of the workspace starts any more, whatever the account; what is being sent comes to its end. What is created
 * meanwhile waits as well, as soon as it is due.
 */
export async function pausePublishing(
  app: Pick<App, 'db' | 'clock'>,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
): Promise<void> {
  // First by itself: from now on no worker starts anything, even if the rows are being written elsewhere.
  await setPublishingPaused(app.db.query, workspaceId, app.clock.now());
  // Account by account: a worker that settles many at once holds one of each, so nobody waits in a circle.
  for (const { id } of await connectedAccounts(app.db.query, workspaceId)) {
    await holdDeliveries(app.db.query, { accountId: id }, 'publishing_paused');
  }
}
