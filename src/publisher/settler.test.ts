import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { ClaimedRow, Settlement } from '../store/db.ts';
import { untouched } from './settlement.ts';
import { createSettler } from './settler.ts';

const outcome = (number: number): Settlement =>
  untouched({ id: `d${number}`, lease: 0, account_id: `a${number}`, claim: 'c' } as ClaimedRow, 0);

/** A database that answers when the test says so. */
function slowDatabase() {
  const asked: { size: number; answer: () => void }[] = [];
  const settle = (settlements: readonly Settlement[]) => {
    const { promise, resolve } = Promise.withResolvers<Set<string>>();
    asked.push({
      size: settlements.length,
      answer: () => resolve(new Set(settlements.map((one) => one.id))),
    });
    return promise;
  };
  return { asked, db: { settle } };
}

const open = (db: ReturnType<typeof slowDatabase>['db']) => {
  const held: string[] = [];
  const app = { db, log: pino({ level: 'silent' }) } as unknown as Parameters<typeof createSettler>[0];
  const settler = createSettler(app, (_, ids) => held.push(...ids));
  return { settler, held };
};
const turn = () => new Promise(setImmediate);

test('outcomes of one moment travel together, and a full group at once', async () => {
  const { asked, db } = slowDatabase();
  const { settler, held } = open(db);
  const sizes = () => asked.map(({ size }) => size);
  for (let number = 0; number < 999; number += 1) settler.add(outcome(number));
  deepEqual(sizes(), []);
  for (let number = 999; number < 2_500; number += 1) settler.add(outcome(number));
  deepEqual(sizes(), [1_000, 1_000]);
  await turn();
  deepEqual(sizes(), [1_000, 1_000, 500]);

  // All ways are taken: what comes now goes with the first that is free again.
  for (let number = 2_500; number < 4_000; number += 1) settler.add(outcome(number));
  await turn();
  equal(asked.length, 3);
  equal(settler.has('d3999'), true);
  let ended = false;
  const end = settler.end().then(() => {
    ended = true;
  });
  for (let next = 0; next < asked.length; next += 1) {
    equal(ended, false);
    asked[next]?.answer();
    await turn();
  }
  await end;
  deepEqual(sizes(), [1_000, 1_000, 500, 1_000, 500]);
  equal(new Set(held).size, 4_000);
  equal(settler.has('d3999'), false);
});

test('the end waits for what is only being gathered', async () => {
  const { asked, db } = slowDatabase();
  const { settler, held } = open(db);
  settler.add(outcome(1));
  const end = settler.end();
  await turn();
  asked[0]?.answer();
  await end;
  deepEqual(held, ['d1']);
});
