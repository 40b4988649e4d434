import type { App, Caller } from '../context.ts';
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
  await holdDeliveries(app.db.query, { workspaceId }, 'publishing_paused');
}
