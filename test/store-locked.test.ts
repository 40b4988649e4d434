import { deepEqual, equal, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { migrate } from '../src/store/migrate.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import { begun, claimAt, heldBy, setStage, theOnly } from './store-rows.ts';

test('writes that wait behind a process that never lets go fail together, not one after the other', async (t) => {
  const stage = await setStage('sqlite');
  t.after(() => stage.close());
  const id = await stage.delivery(await stage.account(), 1_000);
  const held = heldBy(theOnly(await stage.db.claim(claimAt(1_000))));
  const before = await stage.deliveryRow(id);

  const other = new DatabaseSync(join(stage.database.dataDir, 'postbote.db'));
  other.exec('begin immediate');
  const startedAt = Date.now();
  const writes = ['a', 'b', 'c', 'd'].map((name) => stage.db.writeStep(held, 99_000, begun(name)));
  const results = await Promise.allSettled(writes);
  const tookMs = Date.now() - startedAt;
  other.exec('rollback');
  other.close();

  for (const one of results) ok(one.status === 'rejected' && /database is locked/.test(String(one.reason)));
  // Each waits five seconds: one after the other they would take twenty.
  ok(tookMs < 15_000, `${tookMs} ms`);
  deepEqual(await stage.deliveryRow(id), before);
  equal(await stage.db.writeStep(held, 99_000, begun()), true);
});

test('a write that fails does not spoil those that share its transaction', async (t) => {
  const stage = await setStage('sqlite');
  t.after(() => stage.close());
  const ids = [
    await stage.delivery(await stage.account(), 1_000),
    await stage.delivery(await stage.account(), 1_000),
  ];
  const [one, two] = (await stage.db.claim(claimAt(1_000))).map(heldBy);
  ok(one && two);
  const broken = { ...begun(), state: null as unknown as 'begun' };
  const results = await Promise.allSettled([
    stage.db.writeStep(one, 99_000, begun()),
    stage.db.writeStep(two, 99_000, broken),
    stage.db.writeStep(two, 99_000, begun('good')),
  ]);
  deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const steps = await stage.db.query.selectFrom('steps').select(['delivery_id', 'name']).execute();
  deepEqual(new Set(steps.map((step) => step.name)), new Set(['post', 'good']));
  equal(ids.length, 2);
});

test('a database that needs no change is opened while another process writes to it', async (t) => {
  const stage = await setStage('sqlite');
  t.after(() => stage.close());
  const file = join(stage.database.dataDir, 'postbote.db');
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const second = openSqlite(file);
  await migrate(second, 1_000);
  const [row] = await second.read<{ posts: number }>('select count(*) as posts from posts', []);
  equal(row?.posts, 0);
  await second.close();
  other.exec('rollback');
  other.close();
});
