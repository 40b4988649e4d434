import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pauseAccount } from '../src/accounts/pause-account.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { makeDatabase, onBothDatabasesAtOnce, type TestDatabase } from './databases.ts';
import { controlSandbox } from './sandbox-control.ts';
import { fastClock, startNode } from './start-node.ts';

const hour = 60 * 60 * 1000;

onBothDatabasesAtOnce('a process that was down', (kind) => {
  let database: TestDatabase;
  before(async () => {
    database = await makeDatabase(kind);
  });
  after(() => database.drop());

  /** Accepted by a process that stops before it is due. */
  async function acceptAndStop(content: string, more = {}) {
    const node = await startNode(database, { env: fastClock(2) });
    const scheduled_at = new Date(node.app.clock.now() + hour).toISOString();
    const { data } = await node.call('create_post', {
      content,
      platforms: ['bluesky'],
      scheduled_at,
      ...more,
    });
    await node.stop();
    return String(data.id);
  }
  /** A later start; what is due by then comes to its end. */
  async function startLater(aheadMs: number, postId: string) {
    const node = await startNode(database, { env: fastClock(2, aheadMs) });
    const status: PostStatus = await node.ended(postId);
    const posts = await controlSandbox(node).posts('bluesky');
    await node.stop();
    return { status, texts: posts.map(({ text }) => text) };
  }

  // keeps: time.catch-up
  test('publishes at its start what is up to 24 hours late', async () => {
    const id = await acceptAndStop('Fast einen Tag zu spät');
    const { status, texts } = await startLater(24.9 * hour, id);
    assert.equal(status.status, 'published');
    assert.equal(texts.filter((text) => text === 'Fast einen Tag zu spät').length, 1);
  });

  test('fails what is later still, and says why', async () => {
    const id = await acceptAndStop('Mehr als einen Tag zu spät');
    const { status, texts } = await startLater(25.1 * hour, id);
    const [variant] = status.variants;
    assert.equal(status.status, 'failed');
    assert.equal(variant?.error_code, 'too_late');
    assert.equal(variant?.error, 'Mehr als 24 Stunden überfällig, deshalb nicht mehr veröffentlicht');
    assert.equal(variant?.next_action, 'Create the post again with a new time.');
    assert.ok(!texts.includes('Mehr als einen Tag zu spät'));
  });

  test('fails it also when a worker that died had already taken it', async () => {
    const id = await acceptAndStop('Vom Toten genommen');
    const node = await startNode(database, { env: fastClock(2) });
    await node.app.db.query
      .updateTable('accounts')
      .set(({ selectFrom }) => ({
        busy_by: selectFrom('deliveries')
          .where('post_id', '=', id)
          .select(sql<string>`id || ':dead-worker:1'`.as('by')),
      }))
      .where('id', 'in', (from) =>
        from.selectFrom('deliveries').select('account_id').where('post_id', '=', id),
      )
      .execute();
    await node.stop();
    const { status } = await startLater(26 * hour, id);
    assert.equal(status.variants[0]?.error_code, 'too_late');
  });

  test('leaves a draft a draft', async () => {
    const node = await startNode(database, { env: fastClock(2) });
    const { data } = await node.call('create_post', { content: 'Entwurf', platforms: ['bluesky'] });
    await node.stop();
    const later = await startNode(database, { env: fastClock(2, 12 * hour), key: node.key });
    const canary = await later.call('publish_now', { content: 'Danach', platforms: ['bluesky'] });
    await later.ended(String(canary.data.id));
    const seen = await later.call('get_post_status', { post_id: data.id });
    await later.stop();
    assert.equal(seen.data.status, 'draft');
  });

  test('publishes in the order of due times', async () => {
    const node = await startNode(database, { env: fastClock(2) });
    const ids: string[] = [];
    for (const minutes of [30, 10, 20]) {
      const scheduled_at = new Date(node.app.clock.now() + minutes * 60_000).toISOString();
      const args = { content: `Nach ${minutes} Minuten`, platforms: ['bluesky'], scheduled_at };
      ids.push(String((await node.call('create_post', args)).data.id));
    }
    await node.stop();
    const later = await startNode(database, { env: fastClock(2, hour) });
    for (const id of ids) await later.ended(id);
    const posts = await controlSandbox(later).posts('bluesky');
    await later.stop();
    const order = posts.map(({ text }) => text).filter((text) => /^Nach \d+ Minuten$/.test(text));
    assert.deepEqual(order.toReversed(), ['Nach 10 Minuten', 'Nach 20 Minuten', 'Nach 30 Minuten']);
  });

  // keeps: accounts.pause
  test('leaves what belongs to a paused account waiting, and fails it after 24 hours', async () => {
    const id = await acceptAndStop('Pausiert', { platforms: ['twitter'] });
    const node = await startNode(database, { env: fastClock(2) });
    const { data } = await node.call('get_post_status', { post_id: id });
    const account = String((data as unknown as PostStatus).variants[0]?.account_id);
    await pauseAccount(node.app, { workspaceId: node.workspaceId, mode: 'test' }, account);
    await node.stop();
    const { status } = await startLater(25.1 * hour, id);
    const [variant] = status.variants;
    assert.deepEqual([variant?.status, variant?.error_code], ['failed', 'too_late']);
    assert.match(String(variant?.error), /^Mehr als 24 Stunden überfällig.*der Account war pausiert/);
    assert.match(String(variant?.next_action), /^Resume the account.*create the post again/);
  });
});
