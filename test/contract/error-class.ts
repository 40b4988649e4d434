import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, nextAction } from '../../src/contract/messages.ts';
import type { PlatformId } from '../../src/contract/platform-ids.ts';
import { type ErrorCode, errorTable } from '../../src/errors.ts';
import type { ErrorTable } from './platform-contract.ts';

/** What the runner tries again by itself; everything else ends the delivery. */
const triedAgain: readonly ErrorCode[] = [
  'platform_rate_limited',
  'platform_not_ready',
  'platform_unavailable',
  'media_unreachable',
];

/** Every name of the adapter's table, held against the platform's documentation as the contract wrote it down. */
export function errorClass(id: PlatformId, { name, table, means, answer, classify }: ErrorTable): void {
  const expected = Object.entries(means).flatMap(([code, names]) =>
    names.split(' ').map((one) => [one, code === 'again' ? null : (code as ErrorCode)] as const),
  );

  test(`errors, ${name}: each means what the documentation says`, () => {
    assert.deepEqual(table, Object.fromEntries(expected));
    for (const [one, code] of expected) {
      if (code === null) continue;
      assert.equal(errorTable[code].retry, triedAgain.includes(code), one);
      if (!answer || !classify) continue;
      const { status, json } = answer(one);
      const error = classify({ status, json, headers: new Headers(), text: JSON.stringify(json) });
      assert.equal(error.code, code, one);
      const facts = { ...error.facts, platform: id };
      for (const words of [message(code, facts), nextAction(code, facts)]) {
        assert.ok(words.length > 10 && !words.includes('?'), `${one}: ${words}`);
      }
      if (code === 'platform_rate_limited' && error.retryAfterSeconds !== undefined) {
        assert.ok(error.retryAfterSeconds >= 1);
      }
      // Whatever a failing server says, the request may have had its effect.
      const broken = classify({ status: 502, json, headers: new Headers(), text: '' });
      assert.ok(broken.outcome === 'lost' || broken.code === code, one);
    }
  });
}
