import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settings } from './settings.ts';

test('a board is needed, and named as what is missing', () => {
  const missing = settings.safeParse({});
  assert.equal(missing.success, false);
  assert.deepEqual(missing.error?.issues[0]?.path, ['board_id']);
  assert.deepEqual(settings.parse({ board_id: '123' }), {
    board_id: '123',
    cover_second: 0,
    mark_link: false,
  });
});

test('texts are counted in code points', () => {
  const fits = (given: Record<string, unknown>) => settings.safeParse({ board_id: '1', ...given }).success;
  assert.ok(fits({ title: '😀'.repeat(100), alt_text: '😀'.repeat(500) }));
  assert.ok(!fits({ title: 'x'.repeat(101) }));
  assert.ok(!fits({ alt_text: 'x'.repeat(501) }));
  assert.ok(!fits({ link: `https://example.com/${'x'.repeat(2048)}` }));
  assert.ok(!fits({ link: 'javascript:alert(1)' }));
  assert.ok(!fits({ board_id: 'abc' }));
  assert.ok(!fits({ other: 1 }));
});
