import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerFailure, isMediaNotFound, publishError, threadsError } from './errors.ts';

function answer(code: number, subcode?: number) {
  const json = { error: { message: 'words', type: 'THApiException', code, error_subcode: subcode } };
  return { status: 400, headers: new Headers(), json, text: JSON.stringify(json) };
}

test('Threads’ codes become ours', () => {
  const expected: [number, number | undefined, string][] = [
    [190, 463, 'platform_auth'],
    [102, undefined, 'platform_auth'],
    [10, undefined, 'platform_permission'],
    [200, undefined, 'platform_permission'],
    [4, undefined, 'platform_rate_limited'],
    [613, undefined, 'platform_rate_limited'],
    [1, undefined, 'platform_unavailable'],
    [1, 2207052, 'media_unreachable'],
    [24, 4279009, 'platform_unavailable'],
    [4, 2207051, 'platform_unavailable'],
    [100, undefined, 'platform_rejected'],
    [100, 33, 'platform_unavailable'],
    [100, 4279013, 'platform_account'],
  ];
  for (const [code, subcode, ours] of expected) {
    assert.equal(threadsError(answer(code, subcode)).code, ours, `${code}/${subcode}`);
  }
  assert.equal(threadsError(answer(4, 2207042)).retryAfterSeconds, 3600);
  assert.equal(publishError(answer(4711)).outcome, 'lost');
  assert.ok(isMediaNotFound(publishError(answer(24, 4279009))));
  assert.ok(!isMediaNotFound(publishError(answer(24))));
});

test('a failed container blames the file or does not', () => {
  assert.equal(containerFailure('INVALID_ASPEC_RATIO')?.code, 'media_rejected');
  assert.equal(containerFailure('UNKNOWN'), null);
  assert.equal(containerFailure('FAILED_DOWNLOADING_VIDEO'), null);
});
