import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds } from '../http.ts';

/** `error.code` → ours (error handling page, and the error tables of each endpoint's page). */
export const codes: Readonly<Record<string, ErrorCode>> = {
  access_token_invalid: 'platform_auth',
  access_token_expired: 'platform_auth',
  scope_not_authorized: 'platform_permission',
  scope_permission_missed: 'platform_permission',
  rate_limit_exceeded: 'platform_rate_limited',
  spam_risk_too_many_posts: 'platform_rate_limited',
  reached_active_user_cap: 'platform_rate_limited',
  spam_risk_user_banned_from_posting: 'platform_account',
  spam_risk_too_many_pending_share: 'platform_account',
  spam_risk: 'platform_rejected',
  spam_risk_text: 'platform_rejected',
  unaudited_client_can_only_post_to_private_accounts: 'platform_permission',
  url_ownership_unverified: 'platform_permission',
  app_version_check_failed: 'platform_permission',
  privacy_level_option_mismatch: 'platform_rejected',
  invalid_file_upload: 'media_rejected',
  invalid_param: 'platform_rejected',
  invalid_params: 'platform_rejected',
  invalid_publish_id: 'platform_rejected',
  token_not_authorized_for_specified_publish_id: 'platform_permission',
  internal_error: 'platform_unavailable',
};

/** No header tells how long. The rates are per minute; the caps on posts and users roll over 24 hours. */
const RATE_RETRY_SECONDS = 60;
const CAP_RETRY_SECONDS = 60 * 60;

const failure = z.object({ error: z.object({ code: z.string() }) });

/** Of any answer, whatever its status: `ok` is the only code that means success. */
export function errorCodeOf(answer: CallAnswer): string | undefined {
  return failure.safeParse(answer.json).data?.error.code;
}

export function tiktokError(answer: CallAnswer): PostboteError {
  const reason = errorCodeOf(answer);
  const facts = { platform: 'tiktok', ...(reason && { reason: reason.slice(0, 80) }) };
  // A broken gateway may quote anything; a refusal is only believed from an answer that is one.
  const code = answer.status >= 500 ? undefined : codeOf(answer.status, reason);
  if (code !== 'platform_rate_limited') {
    return errorFrom(answer, code, { facts, ...(code === 'platform_auth' && { refreshable: true }) });
  }
  const wait = reason === 'rate_limit_exceeded' ? RATE_RETRY_SECONDS : CAP_RETRY_SECONDS;
  return errorFrom(answer, code, {
    facts,
    retryAfterSeconds: retryAfterSeconds(answer.headers) ?? wait,
    wholeApp: reason === 'reached_active_user_cap',
  });
}

function codeOf(status: number, reason: string | undefined): ErrorCode | undefined {
  const known = Object.hasOwn(codes, reason ?? '') ? codes[reason ?? ''] : undefined;
  if (known) return known;
  // A code nobody knows under HTTP 200 is no success, and nobody can tell what it did.
  return status < 300 ? 'platform_unavailable' : undefined;
}

/** `fail_reason` of a publication in state FAILED: certainly not public. Null: worth a new attempt. */
export const failReasons: Readonly<Record<string, ErrorCode | null>> = {
  file_format_check_failed: 'media_rejected',
  duration_check_failed: 'media_rejected',
  frame_rate_check_failed: 'media_rejected',
  picture_size_check_failed: 'media_rejected',
  internal: null,
  video_pull_failed: null,
  photo_pull_failed: null,
  publish_cancelled: 'platform_rejected',
  // This post is lost for certain; that the login is gone shows with the next call.
  auth_removed: 'platform_permission',
  spam_risk_user_banned_from_posting: 'platform_account',
  spam_risk_too_many_posts: 'platform_rejected',
  spam_risk_text: 'platform_rejected',
  spam_risk: 'platform_rejected',
};

const oauthRefusal = z.object({ error: z.string(), error_description: z.string().optional() });
const definite: Readonly<Record<string, ErrorCode>> = {
  invalid_grant: 'platform_auth',
  invalid_request: 'platform_auth',
  // The operator's app, not the user's login, is what TikTok does not know.
  invalid_client: 'platform_permission',
  unauthorized_client: 'platform_permission',
};

/** The token address speaks OAuth, also under HTTP 200. Undefined: it is no refusal. */
export function tokenRefusal(answer: CallAnswer): PostboteError | undefined {
  const refusal = oauthRefusal.safeParse(answer.json).data;
  if (!refusal || answer.status >= 500 || answer.status === 429) return undefined;
  const facts = { platform: 'tiktok', reason: refusal.error.slice(0, 80) };
  return errorFrom(answer, definite[refusal.error] ?? 'platform_unavailable', { facts });
}

export function tokenError(answer: CallAnswer): PostboteError {
  return tokenRefusal(answer) ?? tiktokError(answer);
}
