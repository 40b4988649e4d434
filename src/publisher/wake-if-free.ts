import type { App } from '../context.ts';
import { isPersonWait } from '../contract/waiting.ts';
import { mayPublish } from '../store/accounts.ts';
import type { Settlement } from '../store/db.ts';
import { releaseDeliveries } from '../store/waiting.ts';

/** It was put off until somebody acts. */
export const waitsForPerson = ({ error_code: code, wake_at: wakeAt }: Settlement): boolean =>
  isPersonWait(code) && wakeAt !== null;

/**
 * Called when a delivery was put to wait for a person: the person may have acted between the claim, which read the old
 * state, and the settlement, which wrote the waiting.
 */
export async function wakeIfFree(
  app: Pick<App, 'db' | 'clock' | 'wake'>,
  { account_id: accountId }: Settlement,
): Promise<void> {
  const now = app.clock.now();
  const isFree = await app.db.transaction(async (query) => {
    const free = await mayPublish(query, accountId);
    if (free) await releaseDeliveries(query, accountId, now);
    return free;
  });
  if (isFree) app.wake(now);
}
