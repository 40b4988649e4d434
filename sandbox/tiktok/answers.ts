import { randomBytes } from 'node:crypto';
import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

/** Every answer carries `error`; `ok` is the only code that means success. */
export function success(data: unknown): Answer {
  return { status: 200, body: { data, error: { code: 'ok', message: '', log_id: logId() } } };
}

/** Statuses as the reference pages list them beside each code; everything else is 400. */
const statuses: Readonly<Record<string, number>> = {
  access_token_invalid: 401,
  scope_not_authorized: 401,
  scope_permission_missed: 401,
  spam_risk_too_many_posts: 403,
  spam_risk_user_banned_from_posting: 403,
  spam_risk_too_many_pending_share: 403,
  reached_active_user_cap: 403,
  unaudited_client_can_only_post_to_private_accounts: 403,
  url_ownership_unverified: 403,
  privacy_level_option_mismatch: 403,
  token_not_authorized_for_specified_publish_id: 403,
  rate_limit_exceeded: 429,
  internal_error: 500,
};

export function problem(code: string, message: string, status = statuses[code] ?? 400): Answer {
  return { status, body: { data: {}, error: { code, message, log_id: logId() } } };
}

export function refuse(code: string, message: string): never {
  throw new Refusal(problem(code, message));
}

export function logId(): string {
  return `20261115${randomBytes(12).toString('hex').toUpperCase()}`;
}

export const invalidToken = (): Answer =>
  problem('access_token_invalid', 'The access token is invalid or not found in the request.');

export const answers: StockAnswers = {
  // TikTok documents no header; the wait is sent so that a test can choose it.
  rateLimited: (retryAfter) => ({
    ...problem('rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'),
    headers: { 'Retry-After': String(retryAfter) },
  }),
  broken: () => problem('internal_error', 'Something went wrong. Please try again later.'),
  expiredToken: invalidToken,
  notFound: (path, method) => problem('invalid_params', `Unsupported path: ${method} ${path}`, 404),
  badBody: (status, message) => problem('invalid_params', message, status),
};
