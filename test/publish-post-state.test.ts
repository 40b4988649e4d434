import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryState, PostState } from '../src/contract/tools.ts';
import { postState } from '../src/posts/post-state.ts';

const table: readonly [DeliveryState[], PostState][] = [
  [['pending'], 'scheduled'],
  [['pending', 'pending'], 'scheduled'],
  [['pending', 'canceled'], 'scheduled'],
  [['canceled'], 'canceled'],
  [['canceled', 'canceled'], 'canceled'],
  [['publishing'], 'publishing'],
  [['pending', 'publishing'], 'publishing'],
  [['pending', 'published'], 'publishing'],
  [['pending', 'failed'], 'publishing'],
  [['pending', 'unconfirmed'], 'publishing'],
  [['publishing', 'published'], 'publishing'],
  [['publishing', 'failed'], 'publishing'],
  [['published'], 'published'],
  [['published', 'published'], 'published'],
  [['published', 'canceled'], 'published'],
  [['failed'], 'failed'],
  [['failed', 'failed'], 'failed'],
  [['failed', 'canceled'], 'failed'],
  [['failed', 'unconfirmed'], 'failed'],
  [['published', 'failed'], 'partially_published'],
  [['published', 'unconfirmed'], 'partially_published'],
  [['published', 'failed', 'unconfirmed', 'canceled'], 'partially_published'],
];

for (const [states, expected] of table) {
  test(`${states.join(' + ')} make a post ${expected}`, () => {
    assert.equal(postState(1, states), expected);
    assert.equal(postState(1, states.toReversed()), expected);
  });
}

test('without a time a post that nobody has touched is a draft', () => {
  assert.equal(postState(null, ['pending']), 'draft');
  assert.equal(postState(null, ['pending', 'pending']), 'draft');
  assert.equal(postState(null, ['canceled']), 'canceled');
});
