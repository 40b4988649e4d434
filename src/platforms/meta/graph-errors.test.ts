import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphErrors } from './graph-errors.ts';

const { classify, classifyPublishing } = graphErrors({
  platform: 'facebook',
  subcodes: { 33: 'platform_unavailable', 1366046: 'media_rejected', 2207042: 'platform_rate_limited' },
  codes: { 4: 'platform_rate_limited', 100: 'platform_rejected', 190: 'platform_auth' },
  waits: { 2207042: 3600 },
});

function answer(error: Record<string, unknown> | null, status = 400, headers: Record<string, string> = {}) {
  const json = error === null ? null : { error: { message: 'words', ...error } };
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}

test('the subcode decides before the code, and either may hold the number', () => {
  assert.equal(classify(answer({ code: 100, error_subcode: 33 })).code, 'platform_unavailable');
  assert.equal(classify(answer({ code: 100, error_subcode: 4711 })).code, 'platform_rejected');
  assert.equal(classify(answer({ code: 1366046 })).code, 'media_rejected');
  assert.deepEqual(classify(answer({ code: 100, error_subcode: 33 })).facts, {
    platform: 'facebook',
    reason: '100/33',
  });
});

test('permissions fill a range; what calls itself transient may pass', () => {
  assert.equal(classify(answer({ code: 200 })).code, 'platform_permission');
  assert.equal(classify(answer({ code: 299 })).code, 'platform_permission');
  assert.equal(classify(answer({ code: 4711, is_transient: true })).code, 'platform_unavailable');
  assert.equal(classify(answer({ code: 4, is_transient: true })).code, 'platform_rate_limited');
});

test('an unknown number is a refusal, except where something was made public', () => {
  assert.equal(classify(answer({ code: 4711 })).code, 'platform_rejected');
  assert.equal(classifyPublishing(answer({ code: 4711 })).outcome, 'lost');
  assert.equal(classifyPublishing(answer(null, 400)).outcome, 'lost');
  assert.equal(classifyPublishing(answer({ code: 190 })).code, 'platform_auth');
  assert.equal(classify(answer({ code: 190 })).refreshable, false);
  assert.equal(classify(answer(null, 503)).code, 'platform_unavailable');
});

test('the wait comes from Retry-After, the table, the usage header, or is a quarter of an hour', () => {
  const usage = { '17': [{ type: 'pages', call_count: 100, estimated_time_to_regain_access: 7 }] };
  const header = { 'x-business-use-case-usage': JSON.stringify(usage) };
  assert.equal(classify(answer({ code: 4 }, 400, { 'retry-after': '9', ...header })).retryAfterSeconds, 9);
  assert.equal(classify(answer({ code: 4, error_subcode: 2207042 }, 400, header)).retryAfterSeconds, 3600);
  assert.equal(classify(answer({ code: 4 }, 400, header)).retryAfterSeconds, 420);
  assert.equal(classify(answer({ code: 4 })).retryAfterSeconds, 900);
  assert.equal(
    classify(answer({ code: 4 }, 400, { 'x-business-use-case-usage': '?' })).retryAfterSeconds,
    900,
  );
});
