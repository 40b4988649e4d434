import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endingVersions } from './ending-versions.ts';
import { platformById } from './index.ts';
import type { Platform } from './platform.ts';

const with_ = (endsOn: string | null): Platform[] => [
  { ...(platformById('linkedin') as Platform), api: { version: '202610', endsOn } },
];

test('an API version that ends within three months, or has ended, is named', () => {
  const now = Date.parse('2027-01-01');
  assert.deepEqual(endingVersions(now, with_('2027-02-01')), [
    { platform: 'linkedin', version: '202610', endsOn: '2027-02-01' },
  ]);
  assert.equal(endingVersions(now, with_('2026-12-01')).length, 1);
});

test('one that lives longer, or has no end, is not', () => {
  const now = Date.parse('2027-01-01');
  assert.deepEqual(endingVersions(now, with_('2027-12-01')), []);
  assert.deepEqual(endingVersions(now, with_(null)), []);
});
