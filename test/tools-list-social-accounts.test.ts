import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSandboxAccounts } from '../src/accounts/add-sandbox-accounts.ts';
import { platforms } from '../src/platforms/index.ts';
import { setAccountState } from '../src/store/accounts.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

type Account = Record<string, unknown>;

onBothDatabases('list_social_accounts', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());
  const list = async (key?: string) =>
    (await app.call('list_social_accounts', {}, key)).data as unknown as Account[];
  const ids = async (key?: string) => (await list(key)).map((account) => account.id);

  test('gives exactly the fields of the interface', async () => {
    const accounts = await list();
    assert.ok(Array.isArray(accounts));
    assert.deepEqual(
      accounts.map(({ platform }) => platform).sort(),
      Object.keys(platforms).sort(),
      'one sandbox account for every adapter',
    );
    for (const account of accounts) {
      assert.deepEqual(Object.keys(account), [
        'id',
        'platform',
        'platform_display_name',
        'platform_username',
        'created_at',
      ]);
      assert.match(String(account.id), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.equal(account.platform_display_name, 'Postbote Demo');
      assert.equal(new Date(String(account.created_at)).toISOString(), account.created_at);
    }
  });

  test('gives null where an account has no user name', async () => {
    const id = await addAccount(app.app, app.workspaceId, 'linkedin', { name: 'Firma', username: null });
    const account = (await list()).find((one) => one.id === id);
    assert.equal(account?.platform_username, null);
    assert.equal(account?.platform_display_name, 'Firma');
    await setAccountState(app.app.db.query, id, 'removed');
  });

  test('shows active accounts only, and one again that is resumed', async () => {
    const id = await addAccount(app.app, app.workspaceId, 'threads');
    assert.ok((await ids()).includes(id));
    for (const state of ['paused', 'reconnect', 'removed'] as const) {
      await setAccountState(app.app.db.query, id, state);
      assert.ok(!(await ids()).includes(id), state);
    }
    await setAccountState(app.app.db.query, id, 'active');
    assert.ok((await ids()).includes(id));
  });

  test('keeps test and live apart', async () => {
    const live = await addAccount(app.app, app.workspaceId, 'facebook', { mode: 'live' });
    assert.deepEqual(await ids(app.liveKey), [live]);
    assert.ok(!(await ids()).includes(live));
  });

  test('shows nothing of another workspace', async () => {
    const other = await addWorkspace(app.app);
    assert.deepEqual(await ids(other.key), []);
    const theirs = await addAccount(app.app, other.workspaceId, 'bluesky');
    assert.deepEqual(await ids(other.key), [theirs]);
    assert.ok(!(await ids()).includes(theirs));
  });

  test('takes no arguments', async () => {
    const answer = await app.call('list_social_accounts', { platform: 'bluesky' });
    assert.equal(answer.text, 'Unbekanntes Feld platform');
    assert.equal(answer.detail.code, 'unknown_field');
  });

  // keeps: run.two-first-starts
  test('knows one sandbox account for each platform, also when several nodes make them at once', async () => {
    const { workspaceId, key } = await addWorkspace(app.app);
    const add = () => addSandboxAccounts(app.app, String(app.sandboxUrl), workspaceId);
    const added = await Promise.all([add(), add(), add()]);
    assert.equal(
      added.reduce((sum, one) => sum + one),
      Object.keys(platforms).length,
    );
    const there = (await list(key)).map(({ platform }) => platform);
    assert.deepEqual(there.sort(), Object.keys(platforms).sort());
  });
});
