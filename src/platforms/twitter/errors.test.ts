import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenError, twitterError } from './errors.ts';

function answer(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}

const problem = (name: string, detail = '') => ({ type: `https://api.x.com/2/problems/${name}`, detail });

test('X’s problems become ours', () => {
  const duplicate = 'You are not allowed to create a Tweet with duplicate content.';
  const expected: [number, unknown, string][] = [
    [401, { title: 'Unauthorized' }, 'platform_auth'],
    [402, { title: 'CreditsDepleted' }, 'platform_credits'],
    [403, { detail: duplicate, type: 'about:blank', title: 'Forbidden' }, 'platform_duplicate'],
    [403, { errors: [{ code: 187, message: 'Status is a duplicate.' }] }, 'platform_duplicate'],
    [403, problem('client-forbidden'), 'platform_permission'],
    [403, problem('user-suspended'), 'platform_account'],
    [403, { errors: [{ code: 326 }] }, 'platform_account'],
    [403, { detail: 'You are not permitted to perform this action.' }, 'platform_permission'],
    [400, problem('invalid-request'), 'platform_rejected'],
    [400, null, 'platform_rejected'],
    [429, problem('usage-capped'), 'platform_rate_limited'],
    [429, { errors: [{ code: 88 }] }, 'platform_rate_limited'],
    [503, { detail: duplicate }, 'platform_unavailable'],
  ];
  for (const [status, body, code] of expected) {
    assert.equal(twitterError(answer(status, body)).code, code, JSON.stringify(body));
  }
  assert.equal(twitterError(answer(401, {})).refreshable, true);
});

test('the wait comes from x-rate-limit-reset', () => {
  const headers = {
    date: 'Sun, 15 Nov 2026 12:00:00 GMT',
    'x-rate-limit-reset': String(Date.UTC(2026, 10, 15, 12, 15) / 1000),
  };
  assert.equal(twitterError(answer(429, {}, headers)).retryAfterSeconds, 900);
});

test('a spent refresh token is a definite no, a disturbance is not', () => {
  const spent = { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' };
  const error = tokenError(answer(400, spent));
  assert.deepEqual([error.code, error.refreshable], ['platform_auth', false]);
  assert.equal(tokenError(answer(503, spent)).code, 'platform_unavailable');
  assert.equal(tokenError(answer(429, {})).code, 'platform_rate_limited');
  assert.equal(tokenError(answer(400, {})).code, 'platform_rejected');
});
