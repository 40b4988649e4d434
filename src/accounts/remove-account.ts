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
  if (login) await endWhenFree(app, login);
}

const holdMs = 60_000;
/** A person waits for this. */
const looks = 20;
const lookMs = 100;

/** Not while a worker has the account in hand: it would cut off what is on its way. */
async function endWhenFree(app: Reach, login: EndedLogin): Promise<void> {
  const by = `remove:${randomUUID()}`;
  for (let look = 0; look < looks; look += 1) {
    const now = app.clock.now();
    if (await holdAccount(app.db.query, login.id, by, now, now + holdMs)) {
      await endLogin(app, login).finally(() => freeAccount(app.db.query, login.id, by));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  app.log.warn({ account: login.id, platform: login.platform }, 'login not ended: the account is in use');
}
