import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facebookError, publishError, uploadError } from './errors.ts';

function answer(code: number, subcode?: number, status = 400) {
  const json = { error: { message: 'words', type: 'OAuthException', code, error_subcode: subcode } };
  return { status, headers: new Headers(), json, text: JSON.stringify(json) };
}

test('Graph codes become ours, whatever the status', () => {
  const expected: [number, number | undefined, string][] = [
    [190, 460, 'platform_auth'],
    [102, undefined, 'platform_auth'],
    [10, undefined, 'platform_permission'],
    [200, undefined, 'platform_permission'],
    [3, undefined, 'platform_permission'],
    [1404078, undefined, 'platform_account'],
    [100, 1404078, 'platform_account'],
    [4854002, undefined, 'platform_account'],
    [368, undefined, 'platform_account'],
    [32, undefined, 'platform_rate_limited'],
    [341, undefined, 'platform_rate_limited'],
    [80001, undefined, 'platform_rate_limited'],
    [1390008, undefined, 'platform_rate_limited'],
    [1, undefined, 'platform_unavailable'],
    [2, undefined, 'platform_unavailable'],
    [100, undefined, 'platform_rejected'],
    [100, 33, 'platform_unavailable'],
    [506, 1455006, 'platform_duplicate'],
    [100, 1366051, 'platform_duplicate'],
    [389, undefined, 'media_unreachable'],
    [382, undefined, 'media_rejected'],
    [6000, 1363127, 'media_rejected'],
    [6001, 1363037, 'platform_unavailable'],
    [100, 1366046, 'media_rejected'],
    [100, 1609005, 'platform_rejected'],
  ];
  for (const [code, subcode, ours] of expected) {
    assert.equal(facebookError(answer(code, subcode)).code, ours, `${code}/${subcode}`);
  }
  assert.equal(facebookError(answer(1390008)).retryAfterSeconds, 3600);
  assert.equal(publishError(answer(4711)).outcome, 'lost');
});

test('rupload’s own words', () => {
  const upload = (type: string, retriable: boolean) => {
    const json = { debug_info: { retriable, type, message: 'words' } };
    return uploadError({ status: 400, headers: new Headers(), json, text: JSON.stringify(json) });
  };
  assert.equal(upload('OffsetInvalidError', false).code, 'platform_unavailable');
  assert.equal(upload('PartialRequestError', true).code, 'platform_unavailable');
  assert.equal(upload('ProcessingFailedError', false).code, 'media_rejected');
  assert.equal(upload('ProcessingFailedError', true).code, 'platform_unavailable');
  assert.equal(uploadError(answer(190)).code, 'platform_auth');
});
