import assert from 'node:assert/strict';
import { test } from 'node:test';
import { googleError, tokenError } from './errors.ts';

function answer(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}
const refusal = (status: string, details: unknown[] = []) => ({
  error: { status, message: 'words', details },
});
const field = (code: unknown, name: string) => [{ '@type': 'x', errorDetails: [{ code, field: name }] }];

test('Google’s statuses and details become ours', () => {
  const invalid = (code: unknown, name = '') => refusal('INVALID_ARGUMENT', field(code, name));
  const expected: [number, unknown, string][] = [
    [401, refusal('UNAUTHENTICATED', [{ reason: 'ACCESS_TOKEN_EXPIRED' }]), 'platform_auth'],
    [403, refusal('PERMISSION_DENIED'), 'platform_permission'],
    [403, refusal('PERMISSION_DENIED', [{ reason: 'SERVICE_DISABLED' }]), 'platform_permission'],
    [404, refusal('NOT_FOUND'), 'platform_rejected'],
    [400, refusal('INVALID_ARGUMENT'), 'platform_rejected'],
    [400, invalid(2, 'summary'), 'platform_rejected'],
    [400, invalid(2, 'media[0].source_url'), 'media_rejected'],
    [400, invalid(1000, 'media[0].source_url'), 'media_unreachable'],
    [400, invalid('PHOTO_FETCH_FAILED'), 'media_unreachable'],
    [400, invalid(1302), 'platform_account'],
    [400, invalid('LOCATION_DISABLED_FOR_LOCAL_POST_API'), 'platform_account'],
    [429, refusal('RESOURCE_EXHAUSTED'), 'platform_rate_limited'],
    [429, refusal('RESOURCE_EXHAUSTED', [{ metadata: { quota_limit_value: '0' } }]), 'platform_permission'],
    [
      429,
      refusal('RESOURCE_EXHAUSTED', [{ metadata: { quota_limit_value: '300' } }]),
      'platform_rate_limited',
    ],
    [500, refusal('INTERNAL'), 'platform_unavailable'],
    [503, refusal('UNAVAILABLE'), 'platform_unavailable'],
    [404, null, 'platform_rejected'],
  ];
  for (const [status, body, code] of expected) {
    assert.equal(googleError(answer(status, body)).code, code, JSON.stringify(body));
  }
  assert.equal(googleError(answer(401, refusal('UNAUTHENTICATED'))).refreshable, true);
});

test('without a header the next minute is waited for', () => {
  const exhausted = refusal('RESOURCE_EXHAUSTED');
  assert.equal(googleError(answer(429, exhausted)).retryAfterSeconds, 60);
  assert.equal(googleError(answer(429, exhausted, { 'retry-after': '5' })).retryAfterSeconds, 5);
});

test('a revoked grant is the user’s matter, an unknown app the operator’s', () => {
  const revoked = tokenError(answer(400, { error: 'invalid_grant' }));
  assert.deepEqual([revoked.code, revoked.refreshable], ['platform_auth', false]);
  assert.equal(tokenError(answer(401, { error: 'invalid_client' })).code, 'platform_permission');
  assert.equal(tokenError(answer(500, {})).code, 'platform_unavailable');
});
