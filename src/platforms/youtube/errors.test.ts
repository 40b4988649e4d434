import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishError, secondsToPacificMidnight, tokenError, youtubeError } from './errors.ts';

function answer(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}

const refusal = (code: number, reason: string) =>
  answer(code, { error: { code, message: 'words', errors: [{ domain: 'youtube.video', reason }] } });

test('Google’s reasons become ours', () => {
  const expected: [number, string, string][] = [
    [401, 'authError', 'platform_auth'],
    [401, 'youtubeSignupRequired', 'platform_account'],
    [403, 'authenticatedUserAccountSuspended', 'platform_account'],
    [403, 'insufficientPermissions', 'platform_permission'],
    [403, 'forbidden', 'platform_permission'],
    [403, 'accessNotConfigured', 'platform_permission'],
    [403, 'quotaExceeded', 'platform_rate_limited'],
    [400, 'uploadLimitExceeded', 'platform_rate_limited'],
    [429, 'somethingNew', 'platform_rate_limited'],
    [400, 'invalidTitle', 'platform_rejected'],
    [400, 'somethingNew', 'platform_rejected'],
    [403, 'somethingNew', 'platform_permission'],
    [413, 'uploadTooLarge', 'media_rejected'],
    [503, 'quotaExceeded', 'platform_unavailable'],
    [500, 'backendError', 'platform_unavailable'],
  ];
  for (const [status, reason, code] of expected) {
    const error = youtubeError(refusal(status, reason));
    assert.deepEqual([error.code, error.facts], [code, { platform: 'youtube', reason }], reason);
  }
  assert.equal(youtubeError(refusal(401, 'authError')).refreshable, true);
  assert.equal(youtubeError(answer(401, null)).refreshable, true);
  assert.equal(youtubeError(refusal(401, 'youtubeSignupRequired')).refreshable, false);
  const details = { error: { code: 403, details: [{}, { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } };
  assert.equal(youtubeError(answer(403, details)).code, 'platform_permission');
});

test('the wait is the header’s, or what the kind of limit implies', () => {
  const body = { error: { errors: [{ reason: 'quotaExceeded' }] } };
  const at = (headers: Record<string, string>) => youtubeError(answer(403, body, headers)).retryAfterSeconds;
  // Noon in Greenwich is four in the morning on the Pacific coast.
  assert.equal(at({ date: 'Sun, 15 Nov 2026 12:00:00 GMT' }), 20 * 3600 + 60);
  assert.equal(at({ date: 'Sun, 15 Nov 2026 12:00:00 GMT', 'retry-after': '90' }), 90);
  assert.equal(secondsToPacificMidnight(Date.UTC(2026, 6, 1, 6, 59, 30)), 90);
  assert.equal(secondsToPacificMidnight(Date.UTC(2026, 6, 1, 7)), 86_400);
  assert.equal(youtubeError(refusal(400, 'uploadLimitExceeded')).retryAfterSeconds, 86_400);
  assert.equal(youtubeError(refusal(403, 'rateLimitExceeded')).retryAfterSeconds, 60);
});

test('bytes that complete a video are refused in Google’s own words or not at all', () => {
  assert.equal(finishError(refusal(400, 'invalidTitle')).code, 'platform_rejected');
  assert.equal(finishError(answer(401, null)).code, 'platform_auth');
  assert.equal(finishError(answer(400, null)).outcome, 'lost');
  assert.equal(finishError(answer(502, null)).outcome, 'lost');
});

test('a dead login is a definite no, a wrong app the operator’s business, a disturbance neither', () => {
  const dead = tokenError(
    answer(400, { error: 'invalid_grant', error_description: 'Token has been revoked.' }),
  );
  assert.deepEqual([dead.code, dead.refreshable], ['platform_auth', false]);
  assert.equal(tokenError(answer(401, { error: 'invalid_client' })).code, 'platform_permission');
  assert.equal(tokenError(answer(503, { error: 'invalid_grant' })).code, 'platform_unavailable');
  assert.equal(tokenError(answer(429, {})).code, 'platform_rate_limited');
  assert.equal(tokenError(answer(400, null)).code, 'platform_unavailable');
});
