import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { TokenBuckets } from './rate-limit.ts';

it('grants the burst at once and the rate over time', () => {
  let now = 0;
  const buckets = new TokenBuckets({ perMinute: 60, burst: 3 }, () => now);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => buckets.take('a')),
    [0, 0, 0, 1],
  );
  assert.equal(buckets.take('b'), 0);
  now = 1000;
  assert.equal(buckets.take('a'), 0);
  assert.equal(buckets.take('a'), 1);
});

it('takes all or none, and never asks for more than a full bucket', () => {
  let now = 0;
  const buckets = new TokenBuckets({ perMinute: 60, burst: 10 }, () => now);
  assert.equal(buckets.take('a', 8), 0);
  assert.equal(buckets.take('a', 5), 3);
  assert.equal(buckets.take('a', 2), 0);
  now = 60_000;
  assert.equal(buckets.take('a', 100), 0);
});

it('never grants more than burst plus rate, and waiting as told is enough', () => {
  const steps = fc.array(fc.record({ wait: fc.nat(5000), count: fc.integer({ min: 1, max: 20 }) }), {
    maxLength: 50,
  });
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 6000 }),
      fc.integer({ min: 1, max: 50 }),
      (drawn, perMinute, burst) => {
        let now = 0;
        let granted = 0;
        const buckets = new TokenBuckets({ perMinute, burst }, () => now);
        for (const { wait, count } of drawn) {
          now += wait;
          const seconds = buckets.take('a', count);
          if (seconds > 0) {
            now += seconds * 1000;
            assert.equal(buckets.take('a', count), 0);
          }
          granted += Math.min(count, burst);
          assert.ok(granted <= burst + (now * perMinute) / 60_000 + 1e-6);
        }
      },
    ),
  );
});
