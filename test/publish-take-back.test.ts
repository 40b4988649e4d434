import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { test } from 'node:test';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { makeDatabase, onBothDatabasesAtOnce } from './databases.ts';
import { fastClock, startNode, waitFor } from './start-node.ts';

const hour = 60 * 60 * 1000;

onBothDatabasesAtOnce('a start after a kill', (kind) => {
  // keeps: time.take-back
  test('waits for no lease of a process that is gone, unless it had announced something', async () => {
    const database = await makeDatabase(kind);
    const before = await startNode(database, { env: fastClock(2) });
    const gone = spawnSync(process.execPath, ['--version']).pid;
    /** Who holds the account, and whether the delivery had announced a request to the platform. */
    const holders: Partial<Record<PlatformId, { worker: string; announced?: true }>> = {
      bluesky: { worker: `${hostname()}/${gone}/dead` },
      // The number that a process gets in a container, time and again.
      threads: { worker: `${hostname()}/${process.pid}/dead` },
      linkedin: { worker: `${hostname()}/${gone}/dead`, announced: true },
      facebook: { worker: `${hostname()}/${process.ppid}/alive` },
      twitter: { worker: `elsewhere/${gone}/unknown` },
    };
    const platforms = Object.keys(holders) as PlatformId[];
    const scheduled_at = new Date(before.app.clock.now() + hour).toISOString();
    const args = { content: 'Liegen geblieben', platforms, scheduled_at };
    const id = String((await before.call('create_post', args)).data.id);
    const { query } = before.app.db;
    const deliveries = await query
      .selectFrom('deliveries')
      .select(['id', 'platform', 'account_id'])
      .where('post_id', '=', id)
      .execute();
    const now = before.app.clock.now();
    for (const delivery of deliveries) {
      const { worker = '', announced } = holders[delivery.platform] ?? {};
      await query
        .updateTable('accounts')
        .set({ busy_by: `${delivery.id}:${worker}:1`, busy_until: now + 10 * hour })
        .where('id', '=', delivery.account_id)
        .execute();
      if (!announced) continue;
      await query
        .updateTable('deliveries')
        .set({ state: 'publishing' })
        .where('id', '=', delivery.id)
        .execute();
      await query
        .insertInto('steps')
        .values({
          delivery_id: delivery.id,
          name: 'post',
          state: 'begun',
          value: null,
          begun_at: now,
          looks: 0,
          looked_at: null,
        })
        .execute();
    }
    await before.stop();

    const after = await startNode(database, { env: fastClock(2, 2 * hour), key: before.key });
    const statusOf = async () =>
      (await after.call('get_post_status', { post_id: id })).data as unknown as PostStatus;
    const isOut = (status: PostStatus, platform: PlatformId) =>
      status.variants.find((variant) => variant.platform === platform)?.status === 'published';
    const status = await waitFor('both', async () => {
      const seen = await statusOf();
      return isOut(seen, 'bluesky') && isOut(seen, 'threads') && seen;
    });
    const out = status.variants.filter(({ status }) => status === 'published').map((one) => one.platform);
    assert.deepEqual(out.toSorted(), ['bluesky', 'threads']);

    const accounts = await after.app.db.query.selectFrom('accounts').select(['id', 'busy_by']).execute();
    for (const { id: deliveryId, platform, account_id } of deliveries) {
      const { busy_by } = accounts.find((account) => account.id === account_id) ?? {};
      const worker = holders[platform]?.worker ?? '';
      assert.equal(busy_by, out.includes(platform) ? null : `${deliveryId}:${worker}:1`, platform);
      const attempts = await after.app.db.query
        .selectFrom('attempts')
        .select('worker')
        .where('delivery_id', '=', deliveryId)
        .where('outcome', '=', 'interrupted')
        .execute();
      const interrupted = attempts.map((attempt) => attempt.worker);
      assert.deepEqual(interrupted, out.includes(platform) ? [worker] : [], platform);
    }
    await after.stop();
    await database.drop();
  });
});
