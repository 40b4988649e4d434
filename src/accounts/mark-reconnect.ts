import type { App } from '../context.ts';
import { requireReconnect } from '../store/account-logins.ts';
import { holdDeliveries } from '../store/waiting.ts';

/**
 * The platform has said a definite no to this login: the account needs its owner, and its deliveries wait. False: the
 * owner was faster and has connected it again.
 */
export async function markReconnect(
  app: Pick<App, 'db' | 'log'>,
  at: { accountId: string; sealed: string; exceptId?: string },
): Promise<boolean> {
  const marked = await app.db.transaction(async (query) => {
    const isSame = await requireReconnect(query, at.accountId, at.sealed);
    if (isSame) await holdDeliveries(query, at, 'account_reconnect');
    return isSame;
  });
  if (marked) app.log.warn({ account: at.accountId }, 'an account needs to be connected again');
  return marked;
}
