import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tiktokError, tokenError, tokenRefusal } from './errors.ts';

function answer(status: number, json: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers(headers), json, text: JSON.stringify(json) };
}
const failed = (status: number, code: string, headers = {}) =>
  tiktokError(answer(status, { data: {}, error: { code, message: 'words', log_id: '1' } }, headers));

test('TikTok’s codes become ours, whatever the status', () => {
  const expected: [number, string, string][] = [
    [401, 'access_token_invalid', 'platform_auth'],
    [200, 'access_token_invalid', 'platform_auth'],
    [401, 'scope_not_authorized', 'platform_permission'],
    [401, 'scope_permission_missed', 'platform_permission'],
    [429, 'rate_limit_exceeded', 'platform_rate_limited'],
    [403, 'spam_risk_too_many_posts', 'platform_rate_limited'],
    [403, 'reached_active_user_cap', 'platform_rate_limited'],
    [403, 'spam_risk_user_banned_from_posting', 'platform_account'],
    [403, 'spam_risk_too_many_pending_share', 'platform_account'],
    [403, 'unaudited_client_can_only_post_to_private_accounts', 'platform_permission'],
    [403, 'url_ownership_unverified', 'platform_permission'],
    [403, 'privacy_level_option_mismatch', 'platform_rejected'],
    [400, 'invalid_param', 'platform_rejected'],
    [400, 'invalid_params', 'platform_rejected'],
    [400, 'invalid_publish_id', 'platform_rejected'],
    [400, 'invalid_file_upload', 'media_rejected'],
    [200, 'internal_error', 'platform_unavailable'],
    [500, 'internal_error', 'platform_unavailable'],
    [502, 'invalid_params', 'platform_unavailable'],
    [400, 'never_seen', 'platform_rejected'],
    [403, 'constructor', 'platform_permission'],
    [200, 'never_seen', 'platform_unavailable'],
  ];
  for (const [status, code, ours] of expected) {
    assert.equal(failed(status, code).code, ours, `${status} ${code}`);
  }
  assert.equal(tiktokError(answer(404, null)).code, 'platform_rejected');
  assert.deepEqual(failed(403, 'spam_risk').facts, { platform: 'tiktok', reason: 'spam_risk' });
});

test('a fresh token may cure a dead one, a new consent a missing right', () => {
  assert.equal(failed(401, 'access_token_invalid').refreshable, true);
  assert.equal(failed(401, 'scope_not_authorized').refreshable, false);
});

test('rates wait a minute, caps an hour, a header decides', () => {
  assert.equal(failed(429, 'rate_limit_exceeded').retryAfterSeconds, 60);
  assert.equal(failed(403, 'spam_risk_too_many_posts').retryAfterSeconds, 3600);
  assert.equal(failed(429, 'rate_limit_exceeded', { 'retry-after': '7' }).retryAfterSeconds, 7);
});

test('a refused grant is a definite no, also under HTTP 200; a disturbance is not', () => {
  const refused = { error: 'invalid_grant', error_description: 'Refresh token is invalid or expired.' };
  const error = tokenRefusal(answer(200, refused));
  assert.deepEqual([error?.code, error?.refreshable], ['platform_auth', false]);
  // The operator's app is unknown: no login of anybody is at fault.
  assert.equal(tokenError(answer(401, { error: 'invalid_client' })).code, 'platform_permission');
  assert.equal(tokenError(answer(503, refused)).code, 'platform_unavailable');
  assert.equal(tokenError(answer(429, refused)).code, 'platform_rate_limited');
  assert.equal(tokenRefusal(answer(200, { error: 'server_busy' }))?.code, 'platform_unavailable');
  assert.equal(tokenRefusal(answer(200, { access_token: 'a' })), undefined);
});
