import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containerFailure, instagramError, publishError } from './errors.ts';

function answer(code: number, subcode?: number, more: Record<string, unknown> = {}, headers = {}) {
  const json = { error: { message: 'words', type: 'OAuthException', code, error_subcode: subcode, ...more } };
  return { status: 400, headers: new Headers(headers), json, text: JSON.stringify(json) };
}

test('Graph codes become ours, whatever the status', () => {
  const expected: [number, number | undefined, string][] = [
    [190, 463, 'platform_auth'],
    [102, undefined, 'platform_auth'],
    [10, undefined, 'platform_permission'],
    [200, undefined, 'platform_permission'],
    [299, undefined, 'platform_permission'],
    [4, undefined, 'platform_rate_limited'],
    [80002, undefined, 'platform_rate_limited'],
    [9, 2207042, 'platform_rate_limited'],
    [4, 2207051, 'platform_unavailable'],
    [1, undefined, 'platform_unavailable'],
    [1, 2207057, 'platform_rejected'],
    [-1, 2207001, 'platform_unavailable'],
    [100, 33, 'platform_unavailable'],
    [100, 2207028, 'platform_rejected'],
    [100, undefined, 'platform_rejected'],
    [9004, 2207052, 'media_unreachable'],
    [9007, 2207027, 'platform_not_ready'],
    [24, 2207008, 'platform_unavailable'],
    [25, 2207050, 'platform_account'],
    [352, 2207026, 'media_rejected'],
    [36003, 2207009, 'media_rejected'],
    [368, undefined, 'platform_account'],
    [4711, undefined, 'platform_rejected'],
  ];
  for (const [code, subcode, ours] of expected) {
    assert.equal(instagramError(answer(code, subcode)).code, ours, `${code}/${subcode}`);
  }
  assert.equal(instagramError(answer(4711, undefined, { is_transient: true })).code, 'platform_unavailable');
  assert.equal(instagramError(answer(4, undefined, { is_transient: true })).code, 'platform_rate_limited');
  assert.equal(instagramError(answer(190)).refreshable, false);
});

test('a code nobody knows is a refusal everywhere but at the publishing step', () => {
  assert.equal(publishError(answer(4711)).code, 'platform_unavailable');
  assert.equal(publishError(answer(190)).code, 'platform_auth');
  assert.equal(publishError(answer(4, 2207051)).outcome, 'lost');
});

test('the wait comes from the usage header', () => {
  const usage = { '17': [{ type: 'instagram', call_count: 100, estimated_time_to_regain_access: 7 }] };
  const header = { 'x-business-use-case-usage': JSON.stringify(usage) };
  assert.equal(instagramError(answer(80002, undefined, {}, header)).retryAfterSeconds, 420);
  assert.equal(instagramError(answer(4)).retryAfterSeconds, 900);
  assert.equal(
    instagramError(answer(4, undefined, {}, { 'x-business-use-case-usage': '?' })).retryAfterSeconds,
    900,
  );
  assert.equal(instagramError(answer(9, 2207042)).retryAfterSeconds, 3600);
});

test('a failed container tells its subcode in a sentence', () => {
  assert.equal(containerFailure('Error: Media upload has failed with error code 2207026'), 'media_rejected');
  assert.equal(containerFailure('Error: 2207082'), 'platform_unavailable');
  assert.equal(containerFailure('Error'), undefined);
});
