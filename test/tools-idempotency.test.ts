import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createKey } from '../src/keys/create-key.ts';
import { makeDatabase, onBothDatabases, type TestDatabase } from './databases.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock, startNode } from './start-node.ts';

onBothDatabases('idempotency_key', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());
  const post = (content: string, idempotency_key: string, more = {}) => ({
    content,
    platforms: ['bluesky'],
    idempotency_key,
    ...more,
  });

  test('repeats the first result of create_post and makes nothing new', async () => {
    const first = await app.call('create_post', post('Einmal', 'k1', { use_queue: true }));
    assert.equal(first.data.deduplicated, undefined);
    const again = await app.call('create_post', post('Einmal', 'k1', { use_queue: true }));
    assert.deepEqual(again.data, { ...first.data, deduplicated: true });
    const { data } = await app.call('list_scheduled_posts', { limit: 50 });
    const mine = (data as unknown as { master_content: string }[]).filter(
      (one) => one.master_content === 'Einmal',
    );
    assert.equal(mine.length, 1);
  });

  // keeps: once.idempotent
  test('repeats the first result of publish_now and publishes once', async () => {
    const first = await app.call('publish_now', post('Einmal sofort', 'k2'));
    await app.ended(String(first.data.id));
    const again = await app.call('publish_now', post('Einmal sofort', 'k2'));
    assert.deepEqual(again.data, { ...first.data, deduplicated: true });
    const seen = (await controlSandbox(app).posts('bluesky')).filter(({ text }) => text === 'Einmal sofort');
    assert.equal(seen.length, 1);
  });

  test('with other arguments is an error, on the same and on the other tool', async () => {
    await app.call('create_post', post('Das eine', 'k3'));
    for (const [tool, content] of [
      ['create_post', 'Das andere'],
      ['publish_now', 'Das eine'],
    ] as const) {
      const { text, detail, isError } = await app.call(tool, post(content, 'k3'));
      assert.equal(isError, true);
      assert.equal(text, 'idempotency_key wurde schon mit anderen Argumenten benutzt');
      assert.equal(detail.code, 'idempotency_key_reused');
    }
  });

  test('does not mind the order of arguments', async () => {
    const { data } = await app.call('create_post', post('Reihenfolge', 'k4'));
    const other = { idempotency_key: 'k4', platforms: ['bluesky'], content: 'Reihenfolge' };
    assert.equal((await app.call('create_post', other)).data.id, data.id);
  });

  test('belongs to one API key', async () => {
    const { key } = await createKey(app.app, app.workspaceId, { mode: 'test', name: 'zweiter' });
    const mine = await app.call('create_post', post('Meins', 'k5'));
    const theirs = await app.call('create_post', post('Anderes', 'k5'), key);
    assert.equal(theirs.isError, false);
    assert.notEqual(theirs.data.id, mine.data.id);
  });

  test('of a refused call is free', async () => {
    assert.equal((await app.call('create_post', post('x'.repeat(301), 'k6'))).isError, true);
    assert.equal((await app.call('create_post', post('Jetzt gut', 'k6'))).isError, false);
  });

  // keeps: once.idempotent
  test('that is taken is remembered, whatever its characters; one that cannot be kept is refused', async () => {
    for (const key of ['k'.repeat(255), '😀'.repeat(255), '日本', ' ', 'a\nb']) {
      const first = await app.call('create_post', post('Lang', key));
      assert.equal(first.isError, false, first.text);
      const again = await app.call('create_post', post('Lang', key));
      assert.deepEqual(again.data, { ...first.data, deduplicated: true }, JSON.stringify(key));
    }
    for (const key of ['😀'.repeat(256), 'a\0b', 'a\ud800']) {
      const { detail } = await app.call('create_post', post('Unhaltbar', key));
      assert.deepEqual([detail.code, detail.field], ['field_wrong', 'idempotency_key']);
    }
  });

  test('answers also when the time given has passed since', async () => {
    const { clock, db } = app.app;
    const soon = (content: string, key: string) =>
      app.call('create_post', post(content, key, { scheduled_at: new Date(at).toISOString() }));
    const at = Date.now();
    const first = await soon('Gleich', 'k7');
    assert.ok(first.data.id, first.text);
    // Ten minutes later.
    clock.setSkew(600_000);
    try {
      assert.equal((await soon('Gleich', 'k8')).detail.code, 'scheduled_at_past');
      assert.equal((await soon('Gleich', 'k7')).data.id, first.data.id);
    } finally {
      clock.setSkew(await db.measureSkew());
    }
  });

  test('is remembered for 24 hours and no longer, across restarts', async () => {
    const database: TestDatabase = await makeDatabase(kind);
    const hour = 60 * 60 * 1000;
    let key = '';
    const ask = async (aheadMs: number) => {
      const node = await startNode(database, { env: fastClock(2, aheadMs), ...(key && { key }) });
      key ||= node.key;
      const { data } = await node.call('create_post', post('Ein Tag', 'tag'));
      await node.stop();
      return data;
    };
    const first = await ask(0);
    assert.deepEqual(await ask(23.9 * hour), { ...first, deduplicated: true });
    const later = await ask(24.1 * hour);
    assert.equal(later.deduplicated, undefined);
    assert.notEqual(later.id, first.id);
    await database.drop();
  });
});
