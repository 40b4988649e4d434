import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishNow } from '../src/posts/publish-now.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';

onBothDatabases('publish_now', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());
  const sandbox = () => controlSandbox(app);

  test('answers at once with exactly the fields of the interface, and publishes', async () => {
    const { data } = await app.call('publish_now', {
      content: 'Sofort',
      platforms: ['bluesky', 'twitter'],
      media_urls: [sandbox().sample('square.jpg')],
    });
    const { id, ...rest } = data;
    assert.deepEqual(rest, {
      status: 'scheduled',
      post_type: 'image',
      media_count: 1,
      publishing: 'gestartet',
      hint: 'Ergebnis je Plattform mit get_post_status abrufen.',
    });
    const status = await app.ended(String(id));
    assert.equal(status.status, 'published');
    assert.equal((await sandbox().posts()).length, 2);
  });

  test('never waits for a platform', async () => {
    await sandbox().fault({ platform: 'bluesky', fault: 'lost_request', times: 1 });
    const { data } = await app.call('publish_now', { content: 'Wartet nicht', platforms: ['bluesky'] });
    const seen = await app.call('get_post_status', { post_id: data.id });
    assert.ok(['scheduled', 'publishing'].includes(String(seen.data.status)), String(seen.data.status));
  });

  // keeps: posts.dashboard-only
  test('refuses pinterest and google_business by name and publishes nothing', async () => {
    const before = (await sandbox().posts()).length;
    const pinterest = await addAccount(app.app, app.workspaceId, 'pinterest');
    const google = await addAccount(app.app, app.workspaceId, 'google_business');
    const rows = (await app.call('list_social_accounts')).data as unknown as {
      platform: string;
      id: string;
    }[];
    const bluesky = rows.find((row) => row.platform === 'bluesky')?.id;
    const refused = async (targets: object) => {
      const answer = await app.call('publish_now', { content: 'Nicht so', ...targets });
      assert.equal(answer.isError, true);
      assert.deepEqual(
        (answer.detail.violations as { code: string }[]).map(({ code }) => code),
        ['dashboard_only'],
      );
      return answer.text;
    };
    assert.equal(await refused({ platforms: ['pinterest'] }), 'publish_now unterstützt pinterest nicht');
    assert.equal(
      await refused({ platforms: ['bluesky', 'google_business', 'pinterest'] }),
      'publish_now unterstützt pinterest, google_business nicht',
    );
    assert.equal(
      await refused({ account_ids: [bluesky, google] }),
      'publish_now unterstützt google_business nicht',
    );
    assert.equal(
      await refused({ account_ids: [pinterest, bluesky] }),
      'publish_now unterstützt pinterest nicht',
    );
    assert.equal((await sandbox().posts()).length, before);
    assert.ok((await sandbox().posts()).every((post) => post.text !== 'Nicht so'));
  });

  test('create_post accepts the two', async () => {
    const pinterest = await addAccount(app.app, app.workspaceId, 'pinterest');
    const google = await addAccount(app.app, app.workspaceId, 'google_business');
    for (const args of [{}, { scheduled_at: '2030-01-01T00:00:00Z' }, { use_queue: true }]) {
      const { data, isError } = await app.call('create_post', {
        content: 'Pin',
        account_ids: [pinterest, google],
        media_urls: [sandbox().sample('square.jpg')],
        ...args,
      });
      assert.equal(isError, false);
      assert.equal((data.accounts as unknown[]).length, 2);
      // A google_business account is itself the location.
      assert.equal(data.hint, 'Für pinterest im Dashboard noch Board oder Standort wählen.');
    }
  });

  test('takes an own text per platform', async () => {
    const { data } = await app.call('publish_now', {
      content: 'Für alle gleich',
      platforms: ['bluesky', 'twitter'],
      per_platform: [{ platform: 'twitter', content: 'Nur für X' }],
    });
    await app.ended(String(data.id));
    const texts = async (platform: string) => (await sandbox().posts(platform)).map(({ text }) => text);
    assert.ok((await texts('bluesky')).includes('Für alle gleich'));
    assert.ok((await texts('twitter')).includes('Nur für X'));
    assert.ok(!(await texts('twitter')).includes('Für alle gleich'));
  });

  test('is shown to people at once, before its turn comes', async () => {
    const told: unknown[] = [];
    const changes = { ...app.app.changes, tell: (change: unknown) => told.push(change) };
    const caller = { keyId: null, workspaceId: app.workspaceId, mode: 'test' as const };
    const args = { content: 'Steht an', platforms: ['threads'] };
    const { id } = await publishNow({ ...app.app, changes, wake() {} }, caller, args);
    assert.deepEqual(told, [{ postId: id }]);
  });
});
