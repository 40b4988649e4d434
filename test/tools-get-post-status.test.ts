import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PostStatus } from '../src/contract/tools.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

onBothDatabases('get_post_status', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());
  const status = async (post_id: unknown, key?: string) =>
    (await app.call('get_post_status', { post_id }, key)).data as unknown as PostStatus;
  const nothingYet = {
    error: null,
    error_code: null,
    platform_message: null,
    next_action: null,
    attempts: 0,
    published_at: null,
    public_id: null,
    url: null,
  };

  test('of a draft: every variant pending, nothing known', async () => {
    const { data } = await app.call('create_post', { content: 'x', platforms: ['bluesky'] });
    const [account] = data.accounts as { id: string }[];
    assert.deepEqual(await status(data.id), {
      id: data.id,
      status: 'draft',
      post_type: 'text',
      scheduled_at: null,
      variants: [
        {
          platform: 'bluesky',
          account: 'Postbote Demo',
          account_id: account?.id,
          status: 'pending',
          ...nothingYet,
          next_attempt_at: null,
        },
      ],
    });
  });

  test('of a scheduled post: published_at and public_id are null', async () => {
    const scheduled_at = '2030-03-01T08:00:00.000Z';
    const args = { content: 'x', platforms: ['bluesky', 'twitter'], scheduled_at };
    const { data } = await app.call('create_post', args);
    const seen = await status(data.id);
    assert.equal(seen.status, 'scheduled');
    assert.equal(seen.scheduled_at, scheduled_at);
    assert.deepEqual(seen.variants.map(({ platform }) => platform).sort(), ['bluesky', 'twitter']);
    for (const { platform, account, account_id, ...rest } of seen.variants) {
      assert.ok(platform && account && account_id);
      assert.deepEqual(rest, { status: 'pending', ...nothingYet, next_attempt_at: scheduled_at });
    }
  });

  // keeps: posts.status
  test('after publication: when, under which id and where', async () => {
    const before = Date.now();
    const { data } = await app.call('publish_now', {
      content: 'Raus damit',
      platforms: ['bluesky', 'twitter'],
    });
    await app.ended(String(data.id));
    const seen = await status(data.id);
    assert.equal(seen.id, data.id);
    assert.equal(seen.status, 'published');
    assert.equal(seen.post_type, 'text');
    for (const variant of seen.variants) {
      assert.equal(variant.status, 'published');
      assert.deepEqual([variant.error, variant.error_code, variant.next_action], [null, null, null]);
      assert.equal(variant.attempts, 1);
      assert.equal(variant.next_attempt_at, null);
      const at = Date.parse(String(variant.published_at));
      assert.ok(at >= before - 1000 && at <= Date.now() + 1000);
      assert.match(String(variant.published_at), /Z$/);
      const page = await fetch(String(variant.url));
      assert.equal(page.status, 200, `${variant.url}`);
      assert.match(await page.text(), /Raus damit/);
    }
    const { posts } = (await (await fetch(`${app.sandboxUrl}/api/posts`)).json()) as {
      posts: { id: string }[];
    };
    assert.deepEqual(
      seen.variants.map(({ public_id }) => public_id).sort(),
      posts.map(({ id }) => id).sort(),
    );
  });

  test('takes an id in capital letters', async () => {
    const { data } = await app.call('create_post', { content: 'x', platforms: ['bluesky'] });
    assert.equal((await status(String(data.id).toUpperCase())).id, data.id);
  });

  test('of an unknown post: not found, with what to do', async () => {
    const { text, detail, isError } = await app.call('get_post_status', { post_id: randomUUID() });
    assert.equal(isError, true);
    assert.equal(text, 'Post nicht gefunden');
    assert.equal(detail.code, 'post_not_found');
    assert.match(String(detail.next_action), /create_post or publish_now/);
  });

  test('refuses what is no uuid, and a missing or further argument', async () => {
    for (const post_id of ['nope', '', `${randomUUID()}x`, 7, null, [randomUUID()]]) {
      const { isError, detail } = await app.call('get_post_status', { post_id });
      assert.equal(isError, true);
      assert.equal(detail.code, 'field_wrong', String(post_id));
      assert.equal(detail.field, 'post_id');
    }
    assert.equal((await app.call('get_post_status', {})).detail.code, 'field_missing');
    const more = await app.call('get_post_status', { post_id: randomUUID(), verbose: true });
    assert.equal(more.detail.code, 'unknown_field');
  });

  // keeps: posts.foreign
  test('a post of another workspace is like one that does not exist', async () => {
    const other = await addWorkspace(app.app);
    await addAccount(app.app, other.workspaceId, 'bluesky');
    const { data } = await app.call('create_post', { content: 'geheim', platforms: ['bluesky'] }, other.key);
    assert.deepEqual(
      await app.call('get_post_status', { post_id: data.id }),
      await app.call('get_post_status', { post_id: randomUUID() }),
    );
    assert.equal((await status(data.id, other.key)).id, data.id);
  });

  // keeps: keys.modes
  test('test and live keys cannot see each other’s posts', async () => {
    await addAccount(app.app, app.workspaceId, 'bluesky', { mode: 'live' });
    const args = { content: 'x', platforms: ['bluesky'] };
    const tested = (await app.call('create_post', args)).data.id;
    const lived = (await app.call('create_post', args, app.liveKey)).data.id;
    assert.equal((await status(lived, app.liveKey)).id, lived);
    for (const [id, key] of [
      [tested, app.liveKey],
      [lived, app.key],
    ] as const) {
      const { detail } = await app.call('get_post_status', { post_id: id }, key);
      assert.equal(detail.code, 'post_not_found');
    }
  });
});
