import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pinterestError, tokenError, uploadError } from './errors.ts';

function answer(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}

test('Pinterest’s codes become ours', () => {
  const expected: [number, unknown, string][] = [
    [401, { code: 2, message: 'Authentication failed.' }, 'platform_auth'],
    [401, { code: 3 }, 'platform_permission'],
    [401, { code: 7 }, 'platform_permission'],
    [403, { code: 29, message: 'Apps with Trial access may not create Pins' }, 'platform_permission'],
    [404, { code: 40 }, 'platform_rejected'],
    [404, { code: 50 }, 'platform_rejected'],
    [409, { code: 9 }, 'platform_not_ready'],
    [429, { code: 8 }, 'platform_rate_limited'],
    [429, null, 'platform_rate_limited'],
    [400, { code: 1, message: 'Unable to reach the URL. Please check' }, 'media_unreachable'],
    [400, { code: 1, message: 'Sorry, this image is broken.' }, 'media_rejected'],
    [400, { code: 1, message: "This site doesn't allow you to save Pins" }, 'platform_rejected'],
    [400, { code: 4711 }, 'platform_rejected'],
    [500, { code: 2 }, 'platform_unavailable'],
    [503, null, 'platform_unavailable'],
  ];
  for (const [status, body, code] of expected) {
    assert.equal(pinterestError(answer(status, body)).code, code, JSON.stringify(body));
  }
});

test('only a token that is over can be refreshed', () => {
  assert.equal(pinterestError(answer(401, { code: 2 })).refreshable, true);
  assert.equal(pinterestError(answer(401, { code: 283 })).refreshable, false);
  assert.equal(pinterestError(answer(401, null)).refreshable, true);
});

test('code 29 under Trial access says so', () => {
  const trial = { code: 29, message: 'Apps with Trial access may not create Pins in production' };
  assert.deepEqual(pinterestError(answer(403, trial)).facts, {
    platform: 'pinterest',
    reason: 'trial_access',
  });
  assert.equal(pinterestError(answer(403, { code: 29, message: 'no' })).facts.reason, '29');
});

test('the wait comes from x-ratelimit-reset, in seconds or as a moment', () => {
  const wait = (headers: Record<string, string>) =>
    pinterestError(answer(429, { code: 8 }, headers)).retryAfterSeconds;
  assert.equal(wait({ 'x-ratelimit-reset': '42' }), 42);
  const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
  assert.equal(wait({ date, 'x-ratelimit-reset': String(Date.parse(date) / 1000 + 30) }), 30);
  assert.equal(wait({}), 60);
  assert.equal(wait({ 'x-ratelimit-reset': '42', 'retry-after': '7' }), 7);
});

test('a dead grant is a definite no, a disturbance is not', () => {
  const dead = tokenError(answer(401, { code: 283, error: 'invalid_grant' }));
  assert.deepEqual([dead.code, dead.refreshable], ['platform_auth', false]);
  assert.equal(tokenError(answer(400, { error: 'invalid_grant' })).code, 'platform_auth');
  // The operator's app is unknown there: no account needs its owner for that.
  assert.equal(tokenError(answer(401, { code: 2, error: 'invalid_client' })).code, 'platform_permission');
  assert.equal(tokenError(answer(503, { error: 'invalid_grant' })).code, 'platform_unavailable');
  assert.equal(tokenError(answer(429, {})).code, 'platform_rate_limited');
});

test('the bucket’s XML', () => {
  const xml = (status: number, code: string) => ({
    ...answer(status, null),
    text: `<Error><Code>${code}</Code></Error>`,
  });
  const over = uploadError(xml(403, 'AccessDenied'));
  assert.deepEqual([over.code, over.retry, over.facts.reason], ['platform_not_ready', true, 'AccessDenied']);
  assert.equal(uploadError(xml(400, 'EntityTooLarge')).code, 'media_rejected');
  assert.equal(uploadError(xml(503, 'SlowDown')).code, 'platform_unavailable');
});
