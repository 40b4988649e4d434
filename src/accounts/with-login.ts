import { randomUUID } from 'node:crypto';
import type { App, Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Platform, Reading } from '../platforms/platform.ts';
import { freeAccount, holdAccount } from '../store/account-holds.ts';
import { accountsOfWorkspace } from '../store/accounts.ts';
import { type Login, openLogin } from './fresh-credentials.ts';
import { noteRateLimits } from './note-rate-limits.ts';
import { readPlatformApp } from './platform-app.ts';

type Reach = Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'foreignFetch' | 'platforms' | 'hosts' | 'log'>;

const holdMs = 60_000;

/** Reads from a platform as this account, for a person who waits. A login that has run out is renewed once. */
export async function withLogin<T>(
  app: Reach,
  caller: Caller,
  accountId: string,
  ask: (platform: Platform, reading: Reading, login: Login) => Promise<T>,
): Promise<T> {
  const accounts = await accountsOfWorkspace(app.db.query, caller.workspaceId, caller.mode);
  const account = accounts.find((one) => one.id === accountId);
  const platform = account && app.platforms(account.platform);
  if (!account || !platform) throw new PostboteError('not_found');
  const rates = noteRateLimits(
    app,
    { account_id: accountId, platform: platform.id, mode: caller.mode },
    'reading',
  );
  const call = createPlainCall(app.fetch, { foreignFetch: app.foreignFetch, heed: rates.heed });
  const hosts = app.hosts(platform, caller.mode);
  const login = openLogin(app, {
    accountId,
    externalId: account.external_id,
    mode: caller.mode,
    sealed: account.credentials,
    refreshAt: account.refresh_at,
    platform,
    hosts,
    call,
    client: () => readPlatformApp(app, platform.id, caller.mode),
  });
  const reading = (): Reading => ({
    account: { externalId: account.external_id, username: account.username },
    credentials: login.credentials(),
    hosts,
    call,
    now: app.clock.now,
  });
  try {
    return await ask(platform, reading(), login);
  } catch (error) {
    if (!(error instanceof PostboteError && error.code === 'platform_auth' && error.refreshable)) throw error;
    await renewHeld(app, accountId, login);
    return await ask(platform, reading(), login);
  } finally {
    await rates.keep();
  }
}

/** Under the account's lock, so that no rotating token is spent twice. */
export async function renewHeld(
  app: Pick<App, 'db' | 'clock'>,
  accountId: string,
  login: Login,
): Promise<void> {
  const by = `ask:${randomUUID()}`;
  const now = app.clock.now();
  if (!(await holdAccount(app.db.query, accountId, by, now, now + holdMs))) {
    throw new PostboteError('conflict', { facts: { reason: 'busy' } });
  }
  try {
    await login.renew();
  } finally {
    await freeAccount(app.db.query, accountId, by);
  }
}
