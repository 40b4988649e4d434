import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExpiredUpload, linkedinError, tokenError } from './errors.ts';

function answer(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}

const inputError = (code: string, message = '') => ({
  errorDetailType: 'com.linkedin.common.error.BadRequest',
  message,
  errorDetails: { inputErrors: [{ description: '', input: {}, code }] },
});

test('LinkedIn’s codes become ours, whichever shape carries them', () => {
  const expected: [number, unknown, string][] = [
    [401, { code: 'EXPIRED_ACCESS_TOKEN', serviceErrorCode: 65602 }, 'platform_auth'],
    [401, { serviceErrorCode: 65601, message: 'revoked' }, 'platform_auth'],
    [401, null, 'platform_auth'],
    [403, { code: 'ACCESS_DENIED', serviceErrorCode: 100 }, 'platform_permission'],
    [403, { message: 'resource is forbidden' }, 'platform_permission'],
    [400, { code: 'VERSION_MISSING' }, 'platform_rejected'],
    [426, { code: 'NONEXISTENT_VERSION' }, 'platform_rejected'],
    [400, inputError('FIELD_LENGTH_TOO_LONG'), 'platform_rejected'],
    [400, inputError('MEDIA_ASSET_WAITING_UPLOAD'), 'platform_not_ready'],
    [400, { message: 'failed: MEDIA_ASSET_PROCESSING_FAILED for asset' }, 'media_rejected'],
    [409, { code: 'CONFLICT' }, 'platform_not_ready'],
    [409, null, 'platform_not_ready'],
    [422, inputError('DUPLICATE_POST'), 'platform_duplicate'],
    [422, { message: 'Content is a duplicate of urn:li:share:1' }, 'platform_duplicate'],
    [422, inputError('SOMETHING_ELSE'), 'platform_rejected'],
    [404, null, 'platform_rejected'],
    [429, { code: 'TOO_MANY_REQUESTS' }, 'platform_rate_limited'],
    [400, { serviceErrorCode: 101 }, 'platform_rate_limited'],
    [500, { code: 'ACCESS_DENIED' }, 'platform_unavailable'],
    [503, inputError('DUPLICATE_POST'), 'platform_unavailable'],
  ];
  for (const [status, body, code] of expected) {
    assert.equal(linkedinError(answer(status, body)).code, code, `${status} ${JSON.stringify(body)}`);
  }
});

test('the duplicate’s URN and the unknown code come along', () => {
  const message = 'x.BadRequestResponseException: Content is a duplicate of urn:li:share:7141138937766391808';
  const error = linkedinError(answer(422, inputError('DUPLICATE_POST', message)));
  assert.deepEqual(error.facts, {
    platform: 'linkedin',
    reason: 'DUPLICATE_POST',
    duplicateOf: 'urn:li:share:7141138937766391808',
  });
  assert.match(error.raw ?? '', /^422 .*7141138937766391808/);
  assert.equal(linkedinError(answer(400, { code: 'NEW_CODE' })).facts.reason, 'NEW_CODE');
});

test('a dead token is worth a refresh only where there is a refresh token', () => {
  for (const body of [{ code: 'EXPIRED_ACCESS_TOKEN' }, null]) {
    assert.equal(linkedinError(answer(401, body)).refreshable, false);
    assert.equal(linkedinError(answer(401, body), true).refreshable, true);
  }
  assert.equal(linkedinError(answer(403, { code: 'ACCESS_DENIED' }), true).refreshable, false);
});

test('a day’s limit ends at midnight UTC, a shorter one names no time', () => {
  const headers = { date: 'Sun, 15 Nov 2026 23:00:00 GMT' };
  const wait = (message: string, more = {}) =>
    linkedinError(answer(429, { message }, { ...headers, ...more })).retryAfterSeconds;
  assert.equal(wait('Resource level throttle APPLICATION_AND_MEMBER DAY limit is reached.'), 3600);
  assert.equal(wait('Resource level throttle MEMBER MINUTE limit is reached.'), undefined);
  assert.equal(wait('Resource level throttle MEMBER DAY limit is reached.', { 'retry-after': '7' }), 7);
});

test('an upload address that is too old is told from a dead token', () => {
  assert.equal(isExpiredUpload(answer(401, null)), true);
  assert.equal(isExpiredUpload(answer(403, null)), true);
  assert.equal(isExpiredUpload(answer(400, { code: 'EXPIRED_UPLOAD_URL' })), true);
  assert.equal(isExpiredUpload(answer(401, { code: 'EXPIRED_ACCESS_TOKEN' })), false);
  assert.equal(isExpiredUpload(answer(400, null)), false);
});

test('a dead refresh token is a definite no, a disturbance is not', () => {
  const dead = {
    error: 'invalid_request',
    error_description: 'refresh token is invalid, expired or revoked.',
  };
  const error = tokenError(answer(400, dead));
  assert.deepEqual([error.code, error.refreshable], ['platform_auth', false]);
  // The operator's app is unknown: no login of anybody is at fault.
  assert.equal(tokenError(answer(401, { error: 'invalid_client' })).code, 'platform_permission');
  assert.equal(tokenError(answer(503, dead)).code, 'platform_unavailable');
  assert.equal(tokenError(answer(429, {})).code, 'platform_rate_limited');
});
