import { randomUUID } from 'node:crypto';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import { freeAccount, holdAccount } from '../store/account-holds.ts';
import { accountsToRefresh, credentialsOf, postponeRefresh } from '../store/account-logins.ts';
import { recordInterruption } from '../store/deliveries.ts';
import { openLogin } from './fresh-credentials.ts';
import { markReconnect } from './mark-reconnect.ts';
import { readPlatformApp } from './platform-app.ts';

const holdMs = 60_000;
const againMs = 5 * 60_000;
const perRound = 20;

/** Renews logins ahead of their end. A passing trouble is tried again; only a definite no asks for the user. */
export async function refreshLogins(app: App): Promise<void> {
  const { db, clock, log } = app;
  for (const account of await accountsToRefresh(db.query, clock.now(), perRound)) {
    const by = `refresh:${randomUUID()}`;
    const now = clock.now();
    // Whoever publishes for the account right now renews it by itself.
    if (!(await holdAccount(db.query, account.id, by, now, now + holdMs))) continue;
    // A worker that died held it, and its name is gone now.
    if (account.busy_by !== null) await recordInterruption(db.query, account.busy_by, now);
    try {
      await refreshLogin(app, account);
    } catch (error) {
      const refused = error instanceof PostboteError && error.code === 'platform_auth';
      if (refused) await markReconnect(app, { accountId: account.id, sealed: account.credentials });
      else await postponeRefresh(db.query, account.id, clock.now() + againMs);
      log.warn({ account: account.id, platform: account.platform, code: codeOf(error) }, 'login not renewed');
    } finally {
      await freeAccount(db.query, account.id, by);
      // A post that came due in between was waiting for the account.
      app.wake(clock.now());
    }
  }
}

async function refreshLogin(
  app: App,
  account: Awaited<ReturnType<typeof accountsToRefresh>>[number],
): Promise<void> {
  const platform = app.platforms(account.platform);
  if (!platform) return postponeRefresh(app.db.query, account.id, null);
  // Read again under the lock: another node may have renewed it in between.
  const sealed = await credentialsOf(app.db.query, account.id);
  if (sealed === undefined || sealed !== account.credentials) return;
  const call = createPlainCall(app.fetch, { foreignFetch: app.foreignFetch });
  await openLogin(app, {
    accountId: account.id,
    externalId: account.external_id,
    mode: account.mode,
    sealed,
    refreshAt: null,
    platform,
    hosts: app.hosts(platform, account.mode),
    call,
    client: () => readPlatformApp(app, account.platform, account.mode),
  }).renew();
}

const codeOf = (error: unknown) => (error instanceof PostboteError ? error.code : 'internal');
