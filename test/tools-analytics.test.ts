import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnalyticsEntry } from '../src/contract/tools.ts';
import { setAccountState } from '../src/store/accounts.ts';
import { insertSnapshot } from '../src/store/snapshots.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

const day = 24 * 60 * 60 * 1000;
const zero = { likes: 0, comments: 0, shares: 0, reach: 0 };

onBothDatabases('get_analytics_summary', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());

  /** A workspace with accounts, whose posts are published by hand and counted by snapshots. */
  async function newStage(...platforms: ('bluesky' | 'twitter' | 'instagram')[]) {
    const { workspaceId, key, liveKey } = await addWorkspace(app.app);
    const ids = new Map<string, string>();
    for (const platform of platforms) ids.set(platform, await addAccount(app.app, workspaceId, platform));
    const summary = async (with_ = key) =>
      (await app.call('get_analytics_summary', {}, with_)).data as unknown as AnalyticsEntry[];
    const published = async (platform: string, daysAgo: number) => {
      const args = { content: 'x', platforms: [platform] };
      const { data } = await app.call('create_post', args, key);
      const row = await app.app.db.query
        .updateTable('deliveries')
        .set({ state: 'published', published_at: Math.round(Date.now() - daysAgo * day) })
        .where('post_id', '=', String(data.id))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    };
    const count = (delivery_id: string, daysAgo: number, numbers: Partial<typeof zero>) =>
      insertSnapshot(app.app.db.query, {
        delivery_id,
        taken_at: Math.round(Date.now() - daysAgo * day),
        ...zero,
        ...numbers,
      });
    return { ids, summary, published, count, liveKey };
  }

  test('has one entry of zeros for every platform with a connected account', async () => {
    const { summary } = await newStage('bluesky', 'instagram');
    assert.deepEqual(await summary(), [
      { platform: 'instagram', ...zero },
      { platform: 'bluesky', ...zero },
    ]);
    assert.deepEqual(await (await newStage()).summary(), []);
  });

  test('counts a paused account and one that must be connected again as connected, a removed one not', async () => {
    const { ids, summary } = await newStage('bluesky', 'twitter', 'instagram');
    for (const [platform, state] of [
      ['bluesky', 'paused'],
      ['twitter', 'reconnect'],
      ['instagram', 'removed'],
    ] as const) {
      await setAccountState(app.app.db.query, String(ids.get(platform)), state);
    }
    assert.deepEqual((await summary()).map(({ platform }) => platform).sort(), ['bluesky', 'twitter']);
  });

  test('adds up the posts of a platform, as numbers', async () => {
    const { summary, published, count } = await newStage('bluesky', 'twitter');
    await count(await published('bluesky', 1), 0, { likes: 3, comments: 2, shares: 1, reach: 100 });
    await count(await published('bluesky', 2), 0, {
      likes: 10,
      comments: 0,
      shares: 5,
      reach: 5_000_000_000,
    });
    await count(await published('twitter', 3), 0, { likes: 7 });
    assert.deepEqual(await summary(), [
      { platform: 'twitter', ...zero, likes: 7 },
      { platform: 'bluesky', likes: 13, comments: 2, shares: 6, reach: 5_000_000_100 },
    ]);
  });

  // keeps: analytics.summary
  test('takes the newest snapshot of each post, in whatever order they came', async () => {
    const { summary, published, count } = await newStage('bluesky');
    const post = await published('bluesky', 5);
    await count(post, 1, { likes: 50, reach: 500 });
    await count(post, 3, { likes: 20, reach: 900 });
    await count(post, 4, { likes: 5 });
    assert.deepEqual(await summary(), [{ platform: 'bluesky', ...zero, likes: 50, reach: 500 }]);
  });

  // keeps: analytics.summary
  test('looks at what was published in the last 30 days', async () => {
    const { summary, published, count } = await newStage('bluesky');
    await count(await published('bluesky', 29.9), 0, { likes: 1 });
    await count(await published('bluesky', 30.1), 0, { likes: 100 });
    assert.deepEqual(await summary(), [{ platform: 'bluesky', ...zero, likes: 1 }]);
  });

  test('counts a published post without a snapshot as zero', async () => {
    const { summary, published } = await newStage('bluesky');
    await published('bluesky', 1);
    assert.deepEqual(await summary(), [{ platform: 'bluesky', ...zero }]);
  });

  test('keeps the entry of a platform whose account is gone but whose post is recent', async () => {
    const { ids, summary, published, count } = await newStage('bluesky', 'twitter');
    await count(await published('twitter', 2), 0, { likes: 4 });
    for (const id of ids.values()) await setAccountState(app.app.db.query, id, 'removed');
    assert.deepEqual(await summary(), [{ platform: 'twitter', ...zero, likes: 4 }]);
  });

  test('leaves out what never went out', async () => {
    const { summary, published, count } = await newStage('bluesky');
    const post = await published('bluesky', 1);
    await count(post, 0, { likes: 9 });
    await app.app.db.query
      .updateTable('deliveries')
      .set({ state: 'failed' })
      .where('id', '=', post)
      .execute();
    assert.deepEqual(await summary(), [{ platform: 'bluesky', ...zero }]);
  });

  test('shows nothing of another workspace or mode', async () => {
    const { published, count, liveKey, summary } = await newStage('bluesky');
    await count(await published('bluesky', 1), 0, { likes: 9 });
    assert.deepEqual(await (await newStage('bluesky')).summary(), [{ platform: 'bluesky', ...zero }]);
    assert.deepEqual(await summary(liveKey), []);
  });

  test('takes no arguments', async () => {
    assert.equal((await app.call('get_analytics_summary', { days: 7 })).detail.code, 'unknown_field');
  });
});
