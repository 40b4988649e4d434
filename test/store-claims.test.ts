import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { ClaimedRow } from '../src/store/db.ts';
import { holder, readHolder } from '../src/store/holder.ts';
import { onBothDatabases } from './databases.ts';
import { startRacer } from './store-race.ts';
import { begun, claimAt, heldBy, publishedBy, type Stage, setStage, theOnly } from './store-rows.ts';

onBothDatabases('a claim', (kind) => {
  let stage: Stage;
  const now = 1_000_000;
  before(async () => {
    stage = await setStage(kind);
  });
  after(() => stage.close());
  afterEach(async () => {
    await stage.db.query.deleteFrom('steps').execute();
    await stage.db.query.deleteFrom('attempts').execute();
    await stage.db.query.deleteFrom('deliveries').execute();
    await stage.db.query.deleteFrom('accounts').execute();
  });
  const idsOf = (rows: readonly ClaimedRow[]) => rows.map((row) => row.id).sort();

  test('takes what is due, and what comes due up to its horizon', async () => {
    const due = await stage.delivery(await stage.account(), now);
    const soon = await stage.delivery(await stage.account(), now + 2_000);
    await stage.delivery(await stage.account(), now + 2_001);
    deepEqual(idsOf(await stage.db.claim(claimAt(now))), [due]);
    deepEqual(idsOf(await stage.db.claim(claimAt(now, { horizon: now + 2_000 }))), [soon]);
    deepEqual(await stage.db.claim(claimAt(now, { horizon: now + 2_000 })), []);
  });

  test('takes the earliest first when there is room for few', async () => {
    const ids: string[] = [];
    for (const late of [3, 9, 1, 7, 5]) ids[late] = await stage.delivery(await stage.account(), now - late);
    const first = await stage.db.claim(claimAt(now, { limit: 2 }));
    deepEqual(idsOf(first), [ids[9], ids[7]].sort());
    deepEqual(idsOf(await stage.db.claim(claimAt(now, { limit: 2 }))), [ids[5], ids[3]].sort());
    deepEqual(idsOf(await stage.db.claim(claimAt(now, { limit: 2 }))), [ids[1]]);
  });

  test('takes only the platforms it names', async () => {
    const [sky, bird] = [await stage.account('bluesky'), await stage.account('twitter')];
    const onSky = await stage.delivery(sky, now - 1, 'bluesky');
    const onBird = await stage.delivery(bird, now - 2, 'twitter');
    deepEqual(idsOf(await stage.db.claim(claimAt(now, { platforms: ['bluesky', 'threads'] }))), [onSky]);
    deepEqual(idsOf(await stage.db.claim(claimAt(now, { platforms: ['bluesky', 'twitter'] }))), [onBird]);
  });

  test('takes one delivery of an account, the earliest, and the next one when that is settled', async () => {
    const accountId = await stage.account();
    const second = await stage.delivery(accountId, now - 1);
    const first = await stage.delivery(accountId, now - 2);
    const held = theOnly(await stage.db.claim(claimAt(now)));
    equal(held.id, first);
    deepEqual(await stage.db.claim(claimAt(now + 29_999)), []);
    await stage.db.settle([publishedBy(heldBy(held))]);
    equal(theOnly(await stage.db.claim(claimAt(now))).id, second);
  });

  test('leaves a leased delivery alone until the lease ends, then tells who held it', async () => {
    const accountId = await stage.account();
    const id = await stage.delivery(accountId, now - 5);
    const first = theOnly(await stage.db.claim(claimAt(now, { worker: 'dead' })));
    deepEqual([first.taken_over, first.woken_for], [null, now - 5]);
    await stage.db.writeStep(heldBy(first), now + 30_000, begun());
    // A horizon beyond the lease's end does not take it from its holder.
    deepEqual(await stage.db.claim(claimAt(now + 29_999, { horizon: now + 40_000 })), []);
    const second = theOnly(await stage.db.claim(claimAt(now + 30_000)));
    deepEqual([second.id, second.taken_over], [id, `${id}:${first.claim}`]);
    equal(readHolder(second.taken_over ?? '').worker, 'dead');
    deepEqual([second.state, second.woken_for], ['publishing', now - 5]);
    const third = theOnly(await stage.db.claim(claimAt(now + 60_000)));
    equal(new Set([first.claim, second.claim, third.claim]).size, 3, 'each claim has a name of its own');
  });

  test('takes nothing that has ended', async () => {
    for (const state of ['published', 'failed', 'unconfirmed', 'canceled'] as const) {
      const id = await stage.delivery(await stage.account(), now);
      await stage.db.query.updateTable('deliveries').set({ state }).where('id', '=', id).execute();
    }
    deepEqual(await stage.db.claim(claimAt(now)), []);
  });

  test('never serves an account twice at once when four claim at the same time', {
    timeout: 240_000,
  }, async () => {
    const accounts = 12;
    const each = 10;
    for (let at = 0; at < accounts; at += 1) {
      const accountId = await stage.account();
      for (let nth = 0; nth < each; nth += 1) await stage.delivery(accountId, now - at * 100 - nth);
    }
    const racers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => startRacer(stage.database, name)));
    const served = new Set<string>();
    let contested = 0;
    for (let round = 0; served.size < accounts * each; round += 1) {
      ok(round < 100, `${served.size} of ${accounts * each} served`);
      const taken = await Promise.all(
        racers.map((racer) => racer.claim(claimAt(now, { worker: racer.name, limit: 5 }))),
      );
      const rows = taken.flat();
      contested += taken.filter((some) => some.length > 0).length > 1 ? 1 : 0;
      equal(new Set(rows.map((row) => row.account_id)).size, rows.length, 'an account was claimed twice');
      for (const row of rows) {
        ok(!served.has(row.id), 'a delivery was claimed twice');
        served.add(row.id);
        equal(row.taken_over, null);
      }
      await stage.db.settle(rows.map((row) => publishedBy(heldBy(row))));
    }
    ok(contested > 3, 'the racers must have met');
    await Promise.all(racers.map((racer) => racer.close()));
  });

  test('is won by exactly one of four that want the same delivery', { timeout: 240_000 }, async () => {
    const racers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => startRacer(stage.database, name)));
    const accountId = await stage.account();
    await stage.delivery(accountId, now);
    const wins = new Map<string, number>();
    const seen = new Set<string>();
    for (let round = 0; round < 60; round += 1) {
      // Each round the lease of the round before has just ended.
      const at = now + round * 30_000;
      // Another one is told first in each: a few instructions ahead are enough to win.
      const turned = [...racers.slice(round % 4), ...racers.slice(0, round % 4)];
      const taken = await Promise.all(
        turned.map((racer) => racer.claim(claimAt(at, { worker: racer.name }))),
      );
      const won = theOnly(taken.flat());
      ok(!seen.has(won.claim));
      seen.add(won.claim);
      const { busy_by } = await stage.accountRow(accountId);
      equal(busy_by, holder(won));
      const { worker } = readHolder(busy_by ?? '');
      wins.set(worker, (wins.get(worker) ?? 0) + 1);
    }
    ok(wins.size > 1, 'more than one of them must have won a round');
    await Promise.all(racers.map((racer) => racer.close()));
  });
});
