import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { takeFrom, takenAccounts } from '../src/store/account-holds.ts';
import { cancelPending, recordInterruption } from '../src/store/deliveries.ts';
import { readHolder } from '../src/store/holder.ts';
import { onBothDatabases } from './databases.ts';
import { begun, claimAt, heldBy, publishedBy, type Stage, setStage, theOnly } from './store-rows.ts';

onBothDatabases('a lease', (kind) => {
  let stage: Stage;
  // Each test looks at a time of its own, with everything before it settled.
  let now = 1_000_000;
  before(async () => {
    stage = await setStage(kind);
  });
  after(() => stage.close());

  const claimOne = async (laterMs = 100_000) => {
    now += laterMs;
    const accountId = await stage.account();
    const id = await stage.delivery(accountId, now);
    const row = theOnly(await stage.db.claim(claimAt(now)));
    equal(row.id, id);
    return { id, accountId, held: heldBy(row), postId: row.post_id };
  };
  const stepsOf = (id: string) =>
    stage.db.query.selectFrom('steps').selectAll().where('delivery_id', '=', id).execute();
  const attemptsOf = (id: string) =>
    stage.db.query.selectFrom('attempts').selectAll().where('delivery_id', '=', id).execute();
  const takenNow = async (accountId: string) =>
    theOnly((await takenAccounts(stage.db, now)).filter(({ id }) => id === accountId));
  const finish = (held: Parameters<typeof publishedBy>[0]) => stage.db.settle([publishedBy(held)]);

  test('lets its holder write steps, and each write renews it', async () => {
    const { id, accountId, held } = await claimOne();
    equal(await stage.db.writeStep(held, now + 40_000, begun()), true);
    equal((await stage.deliveryRow(id)).state, 'publishing');
    equal((await stage.accountRow(accountId)).busy_until, now + 40_000);
    equal(
      await stage.db.writeStep(held, now + 50_000, { ...begun(), state: 'done', value: '{"id":1}' }),
      true,
    );
    equal(theOnly(await stepsOf(id)).state, 'done');
    deepEqual(await stage.db.renew([held], now + 60_000), new Set([id]));
    equal((await stage.accountRow(accountId)).busy_until, now + 60_000);
    await finish(held);
  });

  // keeps: store.fencing
  test('that was taken over is worth nothing to its old holder', async () => {
    const { id, accountId, held: old } = await claimOne();
    now += 30_000;
    const fresh = heldBy(theOnly(await stage.db.claim(claimAt(now, { worker: 'w2' }))));
    notEqual(fresh.claim, old.claim);
    const before = [await stage.deliveryRow(id), await stage.accountRow(accountId)];

    equal(await stage.db.writeStep(old, now + 99_000, begun()), false);
    deepEqual(await stage.db.renew([old], now + 99_000), new Set());
    deepEqual(await stage.db.settle([publishedBy(old)]), new Set());
    await stage.db.letGo(old);
    deepEqual([await stage.deliveryRow(id), await stage.accountRow(accountId)], before);
    deepEqual(await stepsOf(id), []);
    deepEqual(await attemptsOf(id), []);

    equal(await stage.db.writeStep(fresh, now + 30_000, begun()), true);
    deepEqual(await finish(fresh), new Set([id]));
  });

  // keeps: store.fencing
  test('that was taken back is worth nothing to a holder that lives after all', async () => {
    const { id, accountId, held: old } = await claimOne();
    const asRead = await takenNow(accountId);
    equal(asRead.announced, 0);
    equal(await takeFrom(stage.db.query, asRead), true);
    equal(await stage.db.writeStep(old, now + 99_000, begun()), false);
    deepEqual(await stage.db.renew([old], now + 99_000), new Set());
    deepEqual(await finish(old), new Set());
    const fresh = theOnly(await stage.db.claim(claimAt(now, { worker: 'w2' })));
    deepEqual(readHolder(fresh.taken_over ?? ''), { deliveryId: id, worker: 'w1' });
    deepEqual(await finish(heldBy(fresh)), new Set([id]));
  });

  // keeps: store.fencing
  test('is not taken back once its holder has announced something', async () => {
    const { accountId, held } = await claimOne();
    const asRead = await takenNow(accountId);
    equal(await stage.db.writeStep(held, now + 40_000, begun()), true);
    equal((await takenNow(accountId)).announced, 1);
    equal(await takeFrom(stage.db.query, asRead), false);
    deepEqual(await finish(held), new Set([held.id]));
  });

  // keeps: store.fencing
  test('is judged by itself when many write in the same moment', async () => {
    const { id: first, held: old } = await claimOne();
    now += 30_000;
    const fresh = heldBy(theOnly(await stage.db.claim(claimAt(now, { worker: 'w2' }))));
    const { id: second, accountId, held: other } = await claimOne(1_000);
    const until = now + 30_000;
    const answers = await Promise.allSettled([
      stage.db.writeStep(old, until, begun('of the old')),
      stage.db.writeStep(fresh, until, begun('of the new')),
      stage.db.writeStep(other, until, begun('a')),
      stage.db.writeStep(other, until + 5_000, begun('b')),
      stage.db.writeStep(other, until, { ...begun('a'), state: 'done', value: '{"text":"\\"{,}\\\\"}' }),
      stage.db.writeStep({ ...other, lease: other.lease + 1 }, until, begun('c')),
    ]);
    deepEqual(
      answers.map((answer) => answer.status === 'fulfilled' && answer.value),
      [false, true, true, true, true, false],
    );
    const written = async (id: string) =>
      (await stepsOf(id)).map(({ name, state, value }) => [name, state, value]).sort();
    deepEqual(await written(first), [['of the new', 'begun', null]]);
    deepEqual(await written(second), [
      ['a', 'done', '{"text":"\\"{,}\\\\"}'],
      ['b', 'begun', null],
    ]);
    equal((await stage.accountRow(accountId)).busy_until, until);
    await finish(fresh);
    await finish(other);
  });

  test('does not suffer from what another tries to write', async () => {
    const [one, two] = [await claimOne(), await claimOne(1_000)];
    const [bad, good] = await Promise.allSettled([
      stage.db.writeStep(one.held, now + 30_000, { ...begun(), looks: 1.5e300 }),
      stage.db.writeStep(two.held, now + 30_000, begun()),
    ]);
    deepEqual(good, { status: 'fulfilled', value: true });
    // SQLite keeps any number; PostgreSQL refuses this one.
    equal(bad?.status, kind === 'sqlite' ? 'fulfilled' : 'rejected');
    deepEqual((await stepsOf(two.id)).length, 1);
    await finish(one.held);
    await finish(two.held);
  });

  test('of a canceled delivery is worth nothing', async () => {
    const { id, accountId, held, postId } = await claimOne();
    equal(await cancelPending(stage.db.query, postId), 1);
    equal(await stage.db.writeStep(held, now + 99_000, begun()), false);
    deepEqual(await stage.db.renew([held], now + 99_000), new Set());
    deepEqual(await stage.db.settle([publishedBy(held)]), new Set());
    const row = await stage.deliveryRow(id);
    equal(row.state, 'canceled');
    equal(row.wake_at, null);
    deepEqual(await stepsOf(id), []);
    await stage.db.letGo(held);
    deepEqual(await stage.accountRow(accountId), { busy_until: 0, busy_by: null });
  });

  test('that ends without an outcome leaves the account free, proves nothing, and is told to whoever claims next', async () => {
    const { id, accountId, held } = await claimOne();
    equal(await stage.db.writeStep(held, now + 40_000, begun()), true);
    await stage.db.letGo(held);
    equal((await stage.accountRow(accountId)).busy_until, 0);
    equal(await stage.db.writeStep(held, now + 99_000, begun('other')), false);
    deepEqual(await stage.db.renew([held], now + 99_000), new Set());
    deepEqual(await stage.db.settle([publishedBy(held)]), new Set());
    const again = theOnly(await stage.db.claim(claimAt(now, { worker: 'w2' })));
    equal(again.id, id);
    await recordInterruption(stage.db.query, again.taken_over ?? '', now);
    const { worker, outcome, number } = theOnly(await attemptsOf(id));
    deepEqual([worker, outcome, number], ['w1', 'interrupted', 0]);
    await finish(heldBy(again));
  });

  test('cannot be canceled once something has begun', async () => {
    const { id, held, postId } = await claimOne();
    equal(await stage.db.writeStep(held, now + 30_000, begun()), true);
    equal(await cancelPending(stage.db.query, postId), 0);
    equal((await stage.deliveryRow(id)).state, 'publishing');
    await finish(held);
  });

  test('whose account went to another delivery may not go on, and delays nobody', async () => {
    const { id, accountId, held: old } = await claimOne();
    // Its time was earlier, so it is the first in line when the lease has run out.
    const other = await stage.delivery(accountId, 1);
    now += 30_001;
    const fresh = heldBy(theOnly(await stage.db.claim(claimAt(now, { worker: 'w2' }))));
    equal(fresh.id, other);
    const before = await stage.deliveryRow(id);
    equal(await stage.db.writeStep(old, now + 99_000, begun()), false);
    deepEqual(await stage.db.renew([old], now + 99_000), new Set());
    deepEqual(await stage.deliveryRow(id), before);
    await stage.db.letGo(old);
    equal((await stage.accountRow(accountId)).busy_by, `${fresh.id}:${fresh.claim}`);
    await finish(fresh);
    await finish(heldBy(theOnly(await stage.db.claim(claimAt(now)))));
  });

  test('is renewed for those that still hold, in one call with those that do not', async () => {
    const one = await claimOne();
    const two = await claimOne(0);
    await cancelPending(stage.db.query, one.postId);
    deepEqual(await stage.db.renew([one.held, two.held], now + 77_000), new Set([two.id]));
    equal((await stage.deliveryRow(one.id)).wake_at, null);
    equal((await stage.accountRow(two.accountId)).busy_until, now + 77_000);
    await stage.db.letGo(one.held);
    await finish(two.held);
  });

  test('ends with the outcome, an audit row and a free account', async () => {
    const one = await claimOne();
    const two = await claimOne(0);
    const settled = await stage.db.settle([
      publishedBy(one.held, 'w7'),
      {
        ...publishedBy(two.held),
        state: 'failed',
        published_at: null,
        public_id: null,
        url: null,
        error_code: 'platform_rejected',
        error_facts: '{"platform":"bluesky"}',
        error_raw: 'no "such"\nthing',
        attempt: { id: 'audit-2', number: 3, worker: 'w7', started_at: 5, ended_at: 6, outcome: 'failed' },
      },
    ]);
    deepEqual(settled, new Set([one.id, two.id]));
    const row = await stage.deliveryRow(one.id);
    deepEqual(
      [row.state, row.wake_at, row.public_id, row.url, row.published_at],
      ['published', null, 'p1', 'https://example.com/p1', 2],
    );
    deepEqual(await stage.accountRow(one.accountId), { busy_until: 0, busy_by: null });
    equal(theOnly(await attemptsOf(one.id)).worker, 'w7');
    const { id: _id, delivery_id: _delivery, ...audit } = theOnly(await attemptsOf(two.id));
    deepEqual(audit, {
      number: 3,
      worker: 'w7',
      started_at: 5,
      ended_at: 6,
      outcome: 'failed',
      error_code: 'platform_rejected',
      error_facts: '{"platform":"bluesky"}',
      error_raw: 'no "such"\nthing',
    });
  });

  test('between two questions ends without an audit row and can be claimed when it wakes', async () => {
    const { id, held } = await claimOne();
    const asleep = {
      ...publishedBy(held),
      state: 'publishing' as const,
      wake_at: now + 5_000,
      attempt: null,
    };
    await stage.db.settle([asleep]);
    deepEqual(await attemptsOf(id), []);
    deepEqual(await stage.db.claim(claimAt(now + 4_999)), []);
    const again = theOnly(await stage.db.claim(claimAt(now + 5_000)));
    deepEqual([again.id, again.taken_over, again.woken_for], [id, null, now + 5_000]);
    await finish(heldBy(again));
  });

  // keeps: store.fencing
  test('is renewed, written and ended by many at once without anybody waiting in a circle', async () => {
    now += 100_000;
    const accounts: string[] = [];
    for (let count = 0; count < 40; count += 1) accounts.push(await stage.account());
    // The ids of the deliveries run the other way than those of their accounts.
    for (const account of accounts.toReversed()) await stage.delivery(account, now);
    for (let round = 0; round < 8; round += 1) {
      now += 1_000;
      const rows = await stage.db.claim(claimAt(now));
      equal(rows.length, 40);
      const all = rows.map(heldBy).sort((one, other) => (one.id < other.id ? -1 : 1));
      const ends = all.map((held) => ({
        ...publishedBy(held),
        state: 'publishing' as const,
        wake_at: now,
        attempt: null,
      }));
      const [settled] = await Promise.all([
        stage.db.settle(ends),
        stage.db.renew(all, now + 30_000),
        stage.db.renew(all.toReversed(), now + 30_000),
        ...all.map((held) => stage.db.writeStep(held, now + 30_000, begun(`round ${round}`))),
      ]);
      equal(settled.size, 40);
    }
    const left = (await stage.db.claim(claimAt(now + 1_000))).map(heldBy);
    equal((await stage.db.settle(left.map((held) => publishedBy(held)))).size, 40);
  });
});
