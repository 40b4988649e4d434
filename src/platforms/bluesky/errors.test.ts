import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../errors.ts';
import { blueskyError } from './errors.ts';

function errorOf(status: number, error: string | null, headers: Record<string, string> = {}) {
  const json = error === null ? null : { error, message: 'words' };
  return blueskyError({ status, headers: new Headers(headers), json, text: JSON.stringify(json) });
}

test('Bluesky’s names become ours', () => {
  const expected: [number, string | null, ErrorCode, boolean][] = [
    [400, 'ExpiredToken', 'platform_auth', true],
    [400, 'InvalidToken', 'platform_auth', true],
    [401, 'AuthenticationRequired', 'platform_auth', true],
    [401, 'AuthFactorTokenRequired', 'platform_auth', false],
    [403, 'AccountNotFound', 'platform_auth', false],
    [403, 'ScopeMissingError', 'platform_permission', false],
    [401, 'AccountDeactivated', 'platform_account', false],
    [400, 'InvalidRequest', 'platform_rejected', false],
    [413, 'PayloadTooLarge', 'media_rejected', false],
    [429, 'RateLimitExceeded', 'platform_rate_limited', false],
    [500, 'InternalServerError', 'platform_unavailable', false],
    [502, 'UpstreamFailure', 'platform_unavailable', false],
    [500, 'InvalidRequest', 'platform_unavailable', false],
    [400, 'SomethingNew', 'platform_rejected', false],
    [401, null, 'platform_auth', true],
  ];
  for (const [status, name, code, refreshable] of expected) {
    const error = errorOf(status, name);
    assert.deepEqual([error.code, error.refreshable], [code, refreshable], `${status} ${name}`);
  }
});

test('the wait comes from Retry-After or RateLimit-Reset', () => {
  const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
  const reset = String(Date.UTC(2026, 10, 15, 12, 5) / 1000);
  assert.equal(errorOf(429, 'RateLimitExceeded', { date, 'ratelimit-reset': reset }).retryAfterSeconds, 300);
  const both = { date, 'ratelimit-reset': reset, 'retry-after': '7' };
  assert.equal(errorOf(429, 'RateLimitExceeded', both).retryAfterSeconds, 7);
});
