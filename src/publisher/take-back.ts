import type { App } from '../context.ts';
import { takeFrom, takenAccounts } from '../store/account-holds.ts';
import { readHolder } from '../store/holder.ts';
import { isDead } from './worker-name.ts';

/**
 * A process that was killed leaves its accounts taken until its leases run out. Where it had announced nothing there is
 * nothing to wait for: whoever is started on the same machine sees that it is gone and takes them back. What was announced
 * keeps its time, since the request may still be on its way through the platform. Should the process live after all, its
 * claims are worth nothing any more, and it stops before it announces anything.
 */
export async function takeBack({ db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>): Promise<void> {
  const left = (await takenAccounts(db, clock.now())).filter(({ busy_by }) =>
    isDead(readHolder(busy_by).worker),
  );
  if (left.length === 0) return;
  let freed = 0;
  await db.transaction(async (query) => {
    for (const taken of left) if (taken.announced === 0 && (await takeFrom(query, taken))) freed += 1;
  });
  log.info({ freed, kept: left.length - freed }, 'took back what a killed process held');
}
