import type { App } from '../context.ts';
import { requireReconnect } from '../store/accounts.ts';
import { holdDeliveries } from '../store/waiting.ts';

class LoginReplaced extends Error {}

/**
 * The platform has said a definite no to this login: the account needs its owner, and its deliveries wait. False: the
 * owner was faster and has connected it again.
 */
export async function markReconnect(
  app: Pick<App, 'db' | 'log'>,
  at: { accountId: string; sealed: string; exceptId?: string },
): Promise<boolean> {
  try {
    // Deliveries before the account, as everybody who writes both does.
    await app.db.transaction(async (query) => {
      await holdDeliveries(query, at, 'account_reconnect');
      if (!(await requireReconnect(query, at.accountId, at.sealed))) throw new LoginReplaced();
    });
  } catch (error) {
    if (error instanceof LoginReplaced) return false;
    throw error;
  }
  app.log.warn({ account: at.accountId }, 'an account needs to be connected again');
  return true;
}
