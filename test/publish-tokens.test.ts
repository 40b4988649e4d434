import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seal, unseal } from '../src/accounts/secrets.ts';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import type { Credentials } from '../src/platforms/signing-in.ts';
import { replaceCredentials } from '../src/store/account-logins.ts';
import { onBothDatabases } from './databases.ts';
import { addPublishingAccount, stateOf } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock } from './start-node.ts';

// Every platform's own way is held by `contract.test.ts`; here it is about what both databases keep of it.
const refreshOperation: Record<string, string> = { twitter: 'token' };

onBothDatabases('logins', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind, env: fastClock(20) });
  });
  after(() => app.close());

  const stored = async (id: string) => {
    const row = await app.app.db.query
      .selectFrom('accounts')
      .select('credentials')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      sealed: row.credentials,
      open: unseal<Credentials>(app.app.config.encryptionKey, id, row.credentials),
    };
  };
  /** Stored as a login whose time for renewal has come. */
  const store = (id: string, credentials: Credentials) =>
    replaceCredentials(
      app.app.db.query,
      id,
      seal(app.app.config.encryptionKey, id, credentials),
      app.app.clock.now(),
    );
  /** An account whose access token has this many seconds to live. */
  async function accountWith(platform: PlatformId, seconds: number) {
    const account = await addPublishingAccount(app, app.workspaceId, platform);
    const response = await fetch(`${app.sandboxUrl}/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform, username: account.username, expires_in: seconds }),
    });
    const { credentials } = (await response.json()) as { credentials: Credentials };
    await store(account.id, credentials);
    return { ...account, credentials };
  }
  const lastSeq = async () => (await controlSandbox(app).requests()).at(-1)?.seq ?? 0;
  const publish = async (accountId: string, content: string, media: string[] = []) => {
    const { data } = await app.call('publish_now', { content, account_ids: [accountId], media_urls: media });
    return (await app.ended(String(data.id))).variants[0];
  };

  for (const [platform, seconds] of [['twitter', 300]] as const) {
    // keeps: platforms.tokens
    test(`${platform}: a token near its end is renewed before it is used, once, and stored sealed`, async () => {
      const sandbox = controlSandbox(app);
      // Counted from here: whoever keeps house may be quicker than the publisher, and then it need not.
      const since = await lastSeq();
      const account = await accountWith(platform, seconds);
      const media = [sandbox.sample('square.jpg')];
      assert.equal((await publish(account.id, 'Mit frischem Schlüssel', media))?.status, 'published');

      const asked = (await sandbox.requests(since)).filter((one) => one.platform === platform);
      assert.equal(asked[0]?.operation, refreshOperation[platform], 'renewed before anything else');
      assert.equal(asked.filter(({ operation }) => operation === refreshOperation[platform]).length, 1);
      assert.ok(asked.every(({ status }) => Number(status) < 400));

      const fresh = await stored(account.id);
      assert.notEqual(fresh.open.accessToken, account.credentials.accessToken);
      assert.ok(Number(fresh.open.expiresAt) > Number(account.credentials.expiresAt));
      for (const secret of [fresh.open.accessToken, fresh.open.refreshToken ?? fresh.open.accessToken]) {
        assert.ok(!fresh.sealed.includes(secret));
        assert.ok(!Buffer.from(fresh.sealed, 'base64').includes(secret));
      }
      const again = await lastSeq();
      assert.equal((await publish(account.id, 'Noch einmal', media))?.status, 'published');
      const later = (await sandbox.requests(again)).filter((one) => one.platform === platform);
      assert.ok(later.every(({ operation }) => operation !== refreshOperation[platform]));
    });
  }

  for (const platform of ['twitter'] as const) {
    test(`${platform}: a token that the platform no longer takes is renewed once`, async () => {
      const sandbox = controlSandbox(app);
      const account = await addPublishingAccount(app, app.workspaceId, platform);
      const since = await lastSeq();
      await sandbox.fault({ platform, account: account.username, fault: 'expired_token' });
      const variant = await publish(account.id, 'Abgelaufen');
      assert.equal(variant?.status, 'published');
      assert.equal(variant?.attempts, 1);
      const asked = (await sandbox.requests(since)).filter((one) => one.platform === platform);
      assert.equal(asked.filter(({ operation }) => operation === refreshOperation[platform]).length, 1);
      assert.equal((await sandbox.posts(platform, account.username)).length, 1);
    });
  }

  test('bluesky: a spent refresh token falls back to the app password', async () => {
    const account = await accountWith('bluesky', 300);
    const { open } = await stored(account.id);
    const spoiled = { ...open, refreshToken: 'verbraucht' };
    await store(account.id, spoiled);
    assert.equal((await publish(account.id, 'Mit dem Passwort'))?.status, 'published');
  });

  // keeps: accounts.reconnect
  test('a disturbed renewal is tried again and costs nothing', async () => {
    const sandbox = controlSandbox(app);
    // Its time has not come, so nobody but the publisher has a reason to renew it: the platform no longer takes it.
    const account = await addPublishingAccount(app, app.workspaceId, 'twitter');
    const fault = { platform: 'twitter', account: account.username };
    await sandbox.fault({ ...fault, fault: 'expired_token' });
    await sandbox.fault({ ...fault, fault: 'error_before', on: 'token' });
    const variant = await publish(account.id, 'Erneuerung gestört');
    assert.equal(variant?.status, 'published');
    assert.equal(variant?.attempts, 2);
    assert.equal(await stateOf(app.app, account.id), 'active');
  });
});
