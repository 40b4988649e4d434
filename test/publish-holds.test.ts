import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSandboxAccount } from '../src/accounts/add-sandbox-accounts.ts';
import { pauseAccount } from '../src/accounts/pause-account.ts';
import { pausePublishing } from '../src/accounts/pause-publishing.ts';
import { removeAccount } from '../src/accounts/remove-account.ts';
import { resumeAccount } from '../src/accounts/resume-account.ts';
import { resumePublishing } from '../src/accounts/resume-publishing.ts';
import { seal, unseal } from '../src/accounts/secrets.ts';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import type { Credentials } from '../src/platforms/signing-in.ts';
import { credentialsOf, replaceCredentials } from '../src/store/account-logins.ts';
import { onBothDatabasesAtOnce } from './databases.ts';
import { addPublishingAccount, stateOf } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock, waitFor } from './start-node.ts';

type Account = Awaited<ReturnType<typeof addPublishingAccount>>;

onBothDatabasesAtOnce('a delivery that must wait', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind, env: fastClock(20) });
    const { data } = await app.call('publish_now', { content: 'Warmlaufen', platforms: ['bluesky'] });
    await app.ended(String(data.id));
  });
  after(() => app.close());

  const owner = () => ({ workspaceId: app.workspaceId, mode: 'test' as const });
  const variant = async (id: unknown) => {
    const { data } = await app.call('get_post_status', { post_id: id });
    return (data as unknown as PostStatus).variants[0];
  };
  const publish = async (account: Account, content: string, media: readonly string[] = []) => {
    const media_urls = media.map(controlSandbox(app).sample);
    const { data, text } = await app.call('publish_now', { content, account_ids: [account.id], media_urls });
    assert.ok(data.id, text);
    return String(data.id);
  };
  const plan = async (account: Account, content: string, seconds: number, media: readonly string[] = []) => {
    const { data } = await app.call('create_post', {
      content,
      account_ids: [account.id],
      media_urls: media.map(controlSandbox(app).sample),
      scheduled_at: new Date(app.app.clock.now() + seconds * 1000).toISOString(),
    });
    return String(data.id);
  };
  const waitsFor = (id: string, code: string) =>
    waitFor(code, async () => {
      const seen = await variant(id);
      assert.ok(!['failed', 'unconfirmed', 'published'].includes(String(seen?.status)), JSON.stringify(seen));
      return seen?.error_code === code && seen;
    });
  const texts = async (platform: string, account: Account) =>
    (await controlSandbox(app).posts(platform, account.username)).map(({ text }) => text).toReversed();
  const connectAgain = (platform: PlatformId, account: Account) =>
    addSandboxAccount(app.app, String(app.sandboxUrl), app.workspaceId, {
      platform,
      username: account.username.replace('.sandbox.test', ''),
      name: account.username,
    });
  /** As if a day had gone by. */
  const makeLate = async (id: string) => {
    const now = app.app.clock.now();
    await app.app.db.query
      .updateTable('deliveries')
      .set({ due_at: now - 24 * 60 * 60 * 1000, wake_at: now })
      .where('post_id', '=', id)
      .execute();
    app.app.wake(now);
  };

  /** Both ways to a definite no: the token itself, with nothing to renew it, and the renewal. */
  const deadLogins: readonly [PlatformId, string[], (account: Account) => Promise<void>][] = [
    [
      'instagram',
      ['square.jpg'],
      ({ username }) =>
        controlSandbox(app).fault({ platform: 'instagram', account: username, fault: 'expired_token' }),
    ],
    [
      'twitter',
      [],
      async ({ id }) => {
        const { encryptionKey } = app.app.config;
        const sealed = String(await credentialsOf(app.app.db.query, id));
        const spent = { ...unseal<Credentials>(encryptionKey, id, sealed), refreshToken: 'verbraucht' };
        const now = app.app.clock.now();
        await replaceCredentials(app.app.db.query, id, seal(encryptionKey, id, spent), now);
      },
    ],
  ];
  for (const [platform, media, spoil] of deadLogins) {
    // keeps: accounts.reconnect
    test(`${platform}: waits for a login that is gone, and goes out in order once it is back`, async () => {
      const account = await addPublishingAccount(app, app.workspaceId, platform);
      const later = await plan(account, 'Später geplant', 1000, media);
      const soon = await plan(account, 'Bald geplant', 500, media);
      await spoil(account);
      const first = await publish(account, 'Zuerst', media);

      const seen = await waitsFor(first, 'account_reconnect');
      assert.equal(seen.status, 'pending');
      assert.match(String(seen.error), new RegExp(`^Wartet: Die Anmeldung bei ${platform} .* neu verbunden`));
      assert.match(String(seen.next_action), /^Reconnect the account in the dashboard before \d{4}-\d\d-/);
      assert.equal(seen.next_attempt_at, null);
      assert.equal(await stateOf(app.app, account.id), 'reconnect');
      for (const id of [soon, later]) assert.equal((await variant(id))?.error_code, 'account_reconnect');
      assert.deepEqual(await texts(platform, account), []);

      // All are due by now, in another order than they were made.
      const now = app.app.clock.now();
      for (const [id, agoMs] of [
        [later, 1000],
        [soon, 2000],
        [first, 3000],
      ] as const) {
        await app.app.db.query
          .updateTable('deliveries')
          .set({ due_at: now - agoMs })
          .where('post_id', '=', id)
          .execute();
      }
      assert.equal(await connectAgain(platform, account), account.id);
      for (const id of [first, soon, later]) {
        const [ended] = (await app.ended(id)).variants;
        assert.deepEqual([ended?.status, ended?.error_code], ['published', null]);
      }
      // In order they start; what a platform works on for a while may overtake another.
      const order = ['Zuerst', 'Bald geplant', 'Später geplant'];
      const out = await texts(platform, account);
      if (media.length === 0) assert.deepEqual(out, order);
      else assert.deepEqual(out.toSorted(), order.toSorted());
      assert.equal(await stateOf(app.app, account.id), 'active');
    });
  }

  test('fails after 24 hours and says for what it waited', async () => {
    const account = await addPublishingAccount(app, app.workspaceId, 'instagram');
    const fault = { platform: 'instagram', account: account.username, fault: 'expired_token' };
    await controlSandbox(app).fault(fault);
    const id = await publish(account, 'Zu lange', ['square.jpg']);
    await waitsFor(id, 'account_reconnect');
    await makeLate(id);
    const [ended] = (await app.ended(id)).variants;
    assert.deepEqual([ended?.status, ended?.error_code], ['failed', 'too_late']);
    assert.match(String(ended?.error), /24 Stunden.*der Account musste neu verbunden werden/);
    assert.match(String(ended?.next_action), /^Reconnect the account/);
  });

  // keeps: accounts.pause
  test('waits while its account is paused', async () => {
    const account = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    const id = await plan(account, 'Pausiert', 100);
    await pauseAccount(app.app, owner(), account.id);
    await pauseAccount(app.app, owner(), account.id);
    assert.equal((await variant(id))?.error, 'Wartet: Der Account ist pausiert');
    // Somebody else's post, due later, shows that its time has passed.
    const other = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    await app.ended(await plan(other, 'Danach', 105));
    assert.deepEqual(await texts('bluesky', account), []);
    assert.equal((await variant(id))?.status, 'pending');
    await resumeAccount(app.app, owner(), account.id);
    assert.equal((await app.ended(id)).status, 'published');
    assert.deepEqual(await texts('bluesky', account), ['Pausiert']);
  });

  // keeps: accounts.pause-all
  test('waits while all publishing is paused, also what sleeps between two questions', async () => {
    const sandbox = controlSandbox(app);
    const account = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    const held = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    const fault = { platform: 'bluesky', account: account.username, fault: 'slow_processing', seconds: 100 };
    await sandbox.fault(fault);
    const running = await publish(account, 'Läuft schon', ['clip.mp4']);
    await waitFor('the upload', async () => (await variant(running))?.status === 'publishing');
    const planned = await plan(held, 'Geplant', 3600);
    await pauseAccount(app.app, owner(), held.id);
    await pausePublishing(app.app, owner());
    try {
      assert.equal((await variant(planned))?.error_code, 'publishing_paused');
      const made = await publish(account, 'Neu', []);
      const seen = await waitsFor(made, 'publishing_paused');
      assert.deepEqual([seen.status, seen.attempts], ['pending', 0]);
      assert.equal(seen.error, 'Wartet: Das Veröffentlichen ist für den ganzen Arbeitsbereich pausiert');
      await waitsFor(running, 'publishing_paused');
      assert.deepEqual(await texts('bluesky', account), []);
      await resumePublishing(app.app, owner());
      assert.equal((await app.ended(running)).status, 'published');
      assert.equal((await app.ended(made)).status, 'published');
      assert.equal((await variant(planned))?.error_code, 'account_paused');
    } finally {
      await resumePublishing(app.app, owner());
    }
  });

  // keeps: accounts.remove
  test('is canceled with a reason when its account is removed; what went out stays', async () => {
    const account = await addPublishingAccount(app, app.workspaceId, 'twitter');
    const out = await publish(account, 'Schon draußen');
    await app.ended(out);
    const planned = await plan(account, 'Kommt nie', 3600);
    await removeAccount(app.app, owner(), account.id);
    const seen = await variant(planned);
    assert.deepEqual([seen?.status, seen?.error], ['canceled', 'Der Account wurde entfernt']);
    assert.equal((await variant(out))?.status, 'published');
    assert.equal(await credentialsOf(app.app.db.query, account.id), '');
    await assert.rejects(resumeAccount(app.app, owner(), account.id), { code: 'not_found' });
    // Connected again it is the same account, and what was canceled stays canceled.
    assert.equal(await connectAgain('twitter', account), account.id);
    assert.equal((await variant(planned))?.status, 'canceled');
    assert.equal((await app.ended(await publish(account, 'Wieder da'))).status, 'published');
  });

  test('belongs to its own workspace and mode', async () => {
    const account = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    for (const change of [pauseAccount, resumeAccount, removeAccount]) {
      await assert.rejects(change(app.app, { ...owner(), mode: 'live' }, account.id), { code: 'not_found' });
    }
    assert.equal(await stateOf(app.app, account.id), 'active');
  });
});
