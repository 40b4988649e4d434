import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKey } from '../src/keys/create-key.ts';
import { cancelPost } from '../src/posts/cancel-post.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

interface Summary {
  readonly id: string;
  readonly master_content: string;
  readonly scheduled_at: string | null;
  readonly status: string;
  readonly platforms: string[];
}

onBothDatabases('list_scheduled_posts', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());

  /** Somebody with an empty list. */
  async function newcomer() {
    const { workspaceId, key, liveKey } = await addWorkspace(app.app);
    await addAccount(app.app, workspaceId, 'bluesky');
    await addAccount(app.app, workspaceId, 'twitter');
    await addAccount(app.app, workspaceId, 'twitter', { name: 'Zweites' });
    const list = async (args: object = {}) =>
      (await app.call('list_scheduled_posts', args, key)).data as unknown as Summary[];
    const { clock } = app.app;
    const create = async (content: string, more: object = {}) => {
      const startedAt = clock.now();
      const made = await app.call('create_post', { content, platforms: ['bluesky'], ...more }, key);
      // Of two in the same millisecond neither is the newer one.
      while (clock.now() <= startedAt) await new Promise(setImmediate);
      return made.data;
    };
    return { workspaceId, key, liveKey, list, create };
  }

  test('gives exactly the fields of the interface', async () => {
    const { list, create } = await newcomer();
    assert.deepEqual(await list(), []);
    const draft = await create('Entwurf');
    const time = '2030-05-01T10:00:00.000Z';
    const planned = await create('Geplant', { platforms: ['twitter', 'bluesky'], scheduled_at: time });
    const [first, second] = await list();
    assert.deepEqual(
      { ...first, platforms: first?.platforms.toSorted() },
      {
        id: planned.id,
        master_content: 'Geplant',
        scheduled_at: time,
        status: 'scheduled',
        platforms: ['bluesky', 'twitter'],
      },
    );
    assert.deepEqual(second, {
      id: draft.id,
      master_content: 'Entwurf',
      scheduled_at: null,
      status: 'draft',
      platforms: ['bluesky'],
    });
  });

  test('shows the default text, not that of a platform', async () => {
    const { list, create } = await newcomer();
    await create('Für alle', { per_platform: [{ platform: 'bluesky', content: 'Eigener' }] });
    assert.equal((await list())[0]?.master_content, 'Für alle');
  });

  // keeps: posts.list
  test('is sorted by creation, newest first, whatever the planned time', async () => {
    const { list, create } = await newcomer();
    for (const [content, hour] of [
      ['a', '20'],
      ['b', '10'],
      ['c', '15'],
    ] as const) {
      await create(content, { scheduled_at: `2030-01-01T${hour}:00:00Z` });
    }
    assert.deepEqual(
      (await list()).map((post) => post.master_content),
      ['c', 'b', 'a'],
    );
  });

  test('has ten entries unless told otherwise, and fifty at most', async () => {
    const { list, create } = await newcomer();
    for (let index = 1; index <= 52; index += 1) await create(`Nummer ${index}`);
    const numbers = async (args?: object) =>
      (await list(args)).map((post) => Number(post.master_content.split(' ')[1]));
    assert.deepEqual(
      await numbers(),
      Array.from({ length: 10 }, (_, index) => 52 - index),
    );
    assert.deepEqual(await numbers({ limit: 1 }), [52]);
    assert.deepEqual(
      await numbers({ limit: 50 }),
      Array.from({ length: 50 }, (_, index) => 52 - index),
    );
  });

  test('refuses a limit outside 1 to 50', async () => {
    for (const limit of [0, 51, -1, 1.5, '10', null]) {
      const { isError, detail } = await app.call('list_scheduled_posts', { limit });
      assert.equal(isError, true, String(limit));
      assert.equal(detail.code, 'field_wrong');
      assert.equal(detail.field, 'limit');
    }
    assert.equal((await app.call('list_scheduled_posts', { page: 2 })).detail.code, 'unknown_field');
  });

  test('leaves out what is published, failed, under way or canceled', async () => {
    const { list, create, workspaceId } = await newcomer();
    const { id: keyId } = await createKey(app.app, workspaceId, { mode: 'test', name: 'owner' });
    for (const state of ['published', 'publishing', 'failed', 'unconfirmed'] as const) {
      const { id } = await create(state);
      await app.app.db.query
        .updateTable('deliveries')
        .set({ state, wake_at: null })
        .where('post_id', '=', String(id))
        .execute();
    }
    const canceled = await create('abgesagt');
    await cancelPost(app.app, { keyId, workspaceId, mode: 'test' }, String(canceled.id));
    await create('bleibt');
    assert.deepEqual(
      (await list()).map((post) => post.master_content),
      ['bleibt'],
    );
  });

  test('names a platform once, however many of its accounts are targeted', async () => {
    const { list, create } = await newcomer();
    await create('zwei Konten', { platforms: ['twitter'] });
    assert.deepEqual((await list())[0]?.platforms, ['twitter']);
  });

  test('shows nothing of another workspace or mode', async () => {
    const { create, liveKey } = await newcomer();
    await create('geheim');
    const other = await newcomer();
    assert.deepEqual(await other.list(), []);
    assert.deepEqual((await app.call('list_scheduled_posts', {}, liveKey)).data, []);
  });
});
