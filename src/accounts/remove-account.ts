import { randomUUID } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { freeAccount, holdAccount } from '../store/account-holds.ts';
import { findLogin, wipeAccount } from '../store/account-logins.ts';
import { findAccount } from '../store/accounts.ts';
import { cancelOfAccount } from '../store/waiting.ts';
import { type EndedLogin, endLogin } from './end-login.ts';

type Reach = Parameters<typeof endLogin>[0] & Pick<App, 'wake'>;

/**
 * Forgets the login, cancels what has not begun, and ends the login at the platform. What went out, and what became of it,
 * stays to be read.
 */
export async function removeAccount(
  app: Reach,
  caller: Pick<Caller, 'workspaceId' | 'mode'>,
  accountId: string,
): Promise<void> {
  const now = app.clock.now();
  const login = await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, caller.workspaceId);
    if (!(await findAccount(query, caller.workspaceId, caller.mode, accountId))) {
      throw new PostboteError('not_found');
    }
    const found = await findLogin(query, accountId);
    await wipeAccount(query, accountId);
    await cancelOfAccount(query, accountId, now);
    return found;
  });
  app.wake(now);
  if (!login || (await endWhenFree(app, login, soon))) return;
  const notEnded = (err?: unknown) =>
    app.log.warn(
      { account: login.id, platform: login.platform, err },
      'login not ended: the account is in use',
    );
  endWhenFree(app, login, later).then((isEnded) => isEnded || notEnded(), notEnded);
}

const holdMs = 60_000;
/** A person waits for this. */
const soon = { looks: 20, lookMs: 100 };
/** Nobody does for this: a film may be on its way for minutes. */
const later = { looks: 900, lookMs: 1_000 };

/** Not while a worker has the account in hand: it would cut off what is on its way. False: it still was. */
async function endWhenFree(app: Reach, login: EndedLogin, { looks, lookMs }: typeof soon): Promise<boolean> {
  const by = `remove:${randomUUID()}`;
  for (let look = 0; look < looks; look += 1) {
    const now = app.clock.now();
    if (await holdAccount(app.db.query, login.id, by, now, now + holdMs)) {
      await endLogin(app, login).finally(() => freeAccount(app.db.query, login.id, by));
      return true;
    }
    // No reason to keep a process that is to end.
    await new Promise((resolve) => setTimeout(resolve, lookMs).unref());
  }
  return false;
}
