import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformById, platforms } from './index.ts';

test('every platform is found by its own id', () => {
  for (const [id, platform] of Object.entries(platforms)) {
    assert.equal(platform.id, id);
    assert.equal(platformById(id), platform);
  }
  assert.equal(platformById('constructor'), undefined);
});

test('every platform can be used with settings left at their defaults, but for a board that must be chosen', () => {
  for (const platform of Object.values(platforms)) {
    const missing = platform.settings.safeParse({}).error?.issues.map((issue) => issue.path.join('.')) ?? [];
    assert.deepEqual(missing, platform.id === 'pinterest' ? ['board_id'] : [], platform.id);
    assert.ok(platform.limits.text.length > 0);
    for (const host of Object.values(platform.hosts)) assert.match(host, /^https:\/\/[a-z0-9.]+$/);
  }
});
