import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../clock.ts';
import { PostboteError } from '../errors.ts';
import type { Found, Lost } from '../platforms/publishing.ts';
import type { StepRow } from '../store/db.ts';
import { createLease } from './lease.ts';
import { Asleep, createStep } from './step.ts';

const leaseMs = 30_000;

/** One delivery: what it wrote is what the next run knows. */
function delivery() {
  const rows = new Map<string, StepRow>();
  let now = 1_000_000;
  const clock = { now: () => now, monotonic: () => now, real: (ms: number) => ms } as Clock;
  const db = {
    async writeStep(_held: unknown, _until: number, row: StepRow) {
      rows.set(row.name, { ...row });
      return true;
    },
  };
  const held = { id: 'd', lease: 1, account_id: 'a', claim: 'c' };
  const open = () =>
    createStep({
      db,
      clock,
      lease: createLease(held, clock, leaseMs, now),
      leaseMs,
      known: [...rows.values()],
    });
  /** Runs until it no longer sleeps, each run in a process of its own. */
  const run = async <T>(lost: Lost<T>, send: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await open().commit('post', lost, send);
      } catch (error) {
        if (!(error instanceof Asleep)) throw error;
        now = error.wakeAt;
      }
    }
  };
  return { rows, open, run, now: () => now, pass: (ms: number) => (now += ms) };
}

const lostAnswer = () => Promise.reject(new PostboteError('platform_unavailable'));
const refusal = () => Promise.reject(new PostboteError('platform_rejected'));
const asking = (find: (begunAt: number, lastAt: number) => Found<string>): Lost<string> => ({
  by: 'asking',
  looks: [2, 31],
  find: async (begunAt, lastAt) => find(begunAt, lastAt),
  absent: 'repeat',
});

// keeps: once.repeats
test('a repeat that gets lost too is looked for from the first request on', async () => {
  const { run, now, pass } = delivery();
  const firstAt = now();
  const absent = asking(() => ({ is: 'absent' }));
  await assert.rejects(run(absent, lostAnswer), { code: 'platform_unavailable' });
  pass(5_000);
  await assert.rejects(run(absent, lostAnswer), { code: 'platform_unavailable' });
  const lastAt = now();
  assert.ok(lastAt >= firstAt + 36_000, 'both looks came first');
  const asked: number[][] = [];
  const late = asking((...times) => {
    asked.push(times);
    return { is: 'live', value: 'first' };
  });
  assert.equal(await run(late, lostAnswer), 'first');
  assert.deepEqual(asked, [[firstAt, lastAt]]);
  assert.ok(now() >= lastAt + 2_000, 'not before its first look is due');
});

// keeps: once.repeats
test('a repeat that is refused because the first came through is published', async () => {
  const { run, rows } = delivery();
  await assert.rejects(
    run(
      asking(() => ({ is: 'absent' })),
      lostAnswer,
    ),
    { code: 'platform_unavailable' },
  );
  let sent = false;
  const find = asking(() => (sent ? { is: 'live', value: 'first' } : { is: 'absent' }));
  const again = () => {
    sent = true;
    return refusal();
  };
  assert.equal(await run(find, again), 'first');
  assert.equal(rows.get('post')?.state, 'public');
});

test('a repeat that is refused while nothing is there has failed', async () => {
  const { run, rows } = delivery();
  const absent = asking(() => ({ is: 'absent' }));
  await assert.rejects(run(absent, lostAnswer), { code: 'platform_unavailable' });
  await assert.rejects(run(absent, refusal), { code: 'platform_rejected' });
  assert.equal(rows.get('post')?.state, 'refused');
});

test('an answer that nothing became public is remembered, and nothing counts as out', async () => {
  const { run, open } = delivery();
  const lost: Lost<string | null> = { by: 'person' };
  assert.equal(await run(lost, async () => null), null);
  assert.equal(await run(lost, () => assert.fail('sent again')), null);
  assert.deepEqual([open().isOut(), open().unsettled()], [false, false]);
});
