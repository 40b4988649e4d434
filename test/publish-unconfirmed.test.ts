import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Caller } from '../src/context.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { createKey } from '../src/keys/create-key.ts';
import { cancelPost } from '../src/posts/cancel-post.ts';
import { settleUnconfirmed } from '../src/posts/settle-unconfirmed.ts';
import { onBothDatabasesAtOnce } from './databases.ts';
import { addPublishingAccount, addWorkspace } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock } from './start-node.ts';

onBothDatabasesAtOnce('the owner', (kind) => {
  let app: TestApp;
  let owner: Caller;
  before(async () => {
    app = await startApp({ kind, env: fastClock(40) });
    const { id } = await createKey(app.app, app.workspaceId, { mode: 'test', name: 'owner' });
    owner = { keyId: id, workspaceId: app.workspaceId, mode: 'test' };
    const { data } = await app.call('publish_now', {
      content: 'Warmlaufen',
      platforms: ['twitter', 'bluesky'],
    });
    await app.ended(String(data.id));
  });
  after(() => app.close());
  const status = async (id: unknown) =>
    (await app.call('get_post_status', { post_id: id })).data as unknown as PostStatus;

  /** A tweet whose request never arrived, which nobody but the owner can know. */
  async function unconfirmed(content: string) {
    const sandbox = controlSandbox(app);
    const account = await addPublishingAccount(app, app.workspaceId, 'twitter');
    await sandbox.fault({ platform: 'twitter', account: account.username, fault: 'lost_request' });
    const { data } = await app.call('publish_now', { content, account_ids: [account.id] });
    const [variant] = ((await app.ended(String(data.id))) as unknown as PostStatus).variants;
    assert.equal(variant?.status, 'unconfirmed');
    assert.match(String(variant?.next_action), /do not create it again/);
    assert.match(String(variant?.error), /lässt sich nicht lesen/);
    const postId = String(data.id);
    return { postId, accountId: account.id, posts: () => sandbox.posts('twitter', account.username) };
  }
  const refused = (work: Promise<void>, code: string) => assert.rejects(work, { code });

  // Each waits on the clock, not on the others.
  describe('of a post that nobody can confirm', { concurrency: true }, () => {
    test('says "it is there": published, with the address given, and nothing is sent', async () => {
      const { postId, accountId, posts } = await unconfirmed('Ist da');
      const url = 'https://x.com/me/status/1';
      await settleUnconfirmed(app.app, owner, { postId, accountId, decision: 'it_is_there', url });
      const { status: state, variants } = await status(postId);
      assert.equal(state, 'published');
      assert.equal(variants[0]?.status, 'published');
      assert.equal(variants[0]?.url, url);
      assert.ok(variants[0]?.published_at);
      assert.deepEqual([variants[0]?.error, variants[0]?.next_action], [null, null]);
      assert.deepEqual(await posts(), []);
    });

    // keeps: once.unconfirmed
    test('says "post it again": sent once more, and only once', async () => {
      const { postId, accountId, posts } = await unconfirmed('Noch einmal');
      await settleUnconfirmed(app.app, owner, { postId, accountId, decision: 'post_it_again' });
      const { status: state, variants } = await app.ended(postId);
      assert.equal(state, 'published');
      assert.equal((await posts()).length, 1);
      assert.equal((await posts())[0]?.id, variants[0]?.public_id);
      const again = { postId, accountId, decision: 'post_it_again' } as const;
      await refused(settleUnconfirmed(app.app, owner, again), 'conflict');
      assert.equal((await posts()).length, 1);
    });

    // keeps: once.same-words
    test('is asked although another post of the same words is there', async () => {
      const sandbox = controlSandbox(app);
      const { id, username } = await addPublishingAccount(app, app.workspaceId, 'facebook');
      const publish = async () => {
        const post = { content: 'Jeden Tag dasselbe', account_ids: [id] };
        const { data } = await app.call('publish_now', post);
        return (await app.ended(String(data.id))).variants[0];
      };
      assert.equal((await publish())?.status, 'published');
      await sandbox.fault({ platform: 'facebook', account: username, fault: 'lost_request' });
      const second = await publish();
      assert.deepEqual([second?.status, second?.public_id], ['unconfirmed', null]);
      assert.equal((await sandbox.posts('facebook', username)).length, 1);
    });

    test('may decide once, about own posts, and only where nobody knows', async () => {
      const { postId, accountId } = await unconfirmed('Nur einmal');
      const decide = (caller: Caller, post = postId, account = accountId) =>
        settleUnconfirmed(app.app, caller, { postId: post, accountId: account, decision: 'it_is_there' });
      const { workspaceId } = await addWorkspace(app.app);
      await refused(decide({ ...owner, workspaceId }), 'not_found');
      await refused(decide({ ...owner, mode: 'live' }), 'not_found');
      await refused(decide(owner, randomUUID()), 'not_found');
      await refused(decide(owner, postId, randomUUID()), 'conflict');
      await decide(owner);
      await refused(decide(owner), 'conflict');
    });
  });

  test('cancels a draft and a scheduled post, for good', async () => {
    const sandbox = controlSandbox(app);
    const soon = new Date(app.app.clock.now() + 200_000).toISOString();
    const planned = await app.call('create_post', {
      content: 'Abgesagt',
      platforms: ['bluesky', 'twitter'],
      scheduled_at: soon,
    });
    const draft = await app.call('create_post', { content: 'Auch abgesagt', platforms: ['bluesky'] });
    const after = await app.call('create_post', {
      content: 'Danach',
      platforms: ['bluesky'],
      scheduled_at: new Date(Date.parse(soon) + 20_000).toISOString(),
    });
    for (const { data } of [planned, draft]) {
      await cancelPost(app.app, owner, String(data.id));
      const { status: state, variants } = await status(data.id);
      assert.equal(state, 'canceled');
      assert.ok(variants.every((one) => one.status === 'canceled' && one.next_attempt_at === null));
      await refused(cancelPost(app.app, owner, String(data.id)), 'conflict');
    }
    assert.equal((await app.ended(String(after.data.id))).status, 'published');
    assert.ok((await sandbox.posts()).every(({ text }) => !/abgesagt/i.test(text)));
  });

  test('cannot call back what is out, nor cancel what belongs to somebody else', async () => {
    const { data } = await app.call('publish_now', { content: 'Schon draußen', platforms: ['bluesky'] });
    await app.ended(String(data.id));
    await refused(cancelPost(app.app, owner, String(data.id)), 'conflict');
    assert.equal((await status(data.id)).status, 'published');
    const draft = await app.call('create_post', { content: 'Meins', platforms: ['bluesky'] });
    const { workspaceId } = await addWorkspace(app.app);
    await refused(cancelPost(app.app, { ...owner, workspaceId }, String(draft.data.id)), 'not_found');
    await refused(cancelPost(app.app, { ...owner, mode: 'live' }, String(draft.data.id)), 'not_found');
  });

  test('sees a post that went out in part as partially_published', async () => {
    const sandbox = controlSandbox(app);
    const bluesky = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    const instagram = await addPublishingAccount(app, app.workspaceId, 'instagram');
    const args = { platform: 'instagram', account: instagram.username, fault: 'rejected_media' };
    await sandbox.fault(args);
    const { data } = await app.call('publish_now', {
      content: 'Zur Hälfte',
      account_ids: [bluesky.id, instagram.id],
      media_urls: [sandbox.sample('square.jpg')],
    });
    await app.ended(String(data.id));
    const { status: state, variants } = await status(data.id);
    assert.equal(state, 'partially_published');
    const by = (platform: string) => variants.find((one) => one.platform === platform);
    assert.equal(by('bluesky')?.status, 'published');
    assert.equal(by('bluesky')?.error, null);
    assert.equal(by('instagram')?.status, 'failed');
    assert.equal(by('instagram')?.error_code, 'media_rejected');
    assert.match(String(by('instagram')?.platform_message), /image format is not supported/);
  });
});
