import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds, secondsUntil } from '../http.ts';

/** The `error` of `{"error":"Name","message":"…"}` → ours; names not listed fall to the HTTP status. */
export const codes: Readonly<Record<string, ErrorCode>> = {
  // 400, not 401: https://github.com/bluesky-social/atproto, packages/pds/src/auth-verifier.ts
  ExpiredToken: 'platform_auth',
  InvalidToken: 'platform_auth',
  AuthMissing: 'platform_auth',
  AuthenticationRequired: 'platform_auth',
  AuthFactorTokenRequired: 'platform_auth',
  /** The repository is not on this host any more: the account must be connected again. */
  AccountNotFound: 'platform_auth',
  // The words of OAuth (RFC 6750, 3.1; RFC 9449, 7.1).
  invalid_token: 'platform_auth',
  insufficient_scope: 'platform_permission',
  invalid_dpop_proof: 'platform_not_ready',
  use_dpop_nonce: 'platform_not_ready',
  ScopeMissingError: 'platform_permission',
  AccountDeactivated: 'platform_account',
  AccountTakedown: 'platform_account',
  AccountSuspended: 'platform_account',
  InvalidRequest: 'platform_rejected',
  InvalidSwap: 'platform_rejected',
  BlobNotFound: 'platform_rejected',
  RecordNotFound: 'platform_rejected',
  HandleNotFound: 'platform_rejected',
  PayloadTooLarge: 'media_rejected',
  BlobTooLarge: 'media_rejected',
  InvalidMimeType: 'media_rejected',
  RateLimitExceeded: 'platform_rate_limited',
};

const refreshable = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AuthMissing',
  'AuthenticationRequired',
  'invalid_token',
]);

const refusal = z.object({ error: z.string() });

/** Bluesky's own name of the refusal travels in `facts.reason`. */
export function blueskyError(answer: CallAnswer): PostboteError {
  const parsed = refusal.safeParse(answer.json);
  const reason = parsed.success ? parsed.data.error : null;
  const code = reason === null || answer.status >= 500 ? undefined : codes[reason];
  return errorFrom(answer, code, {
    facts: { platform: 'bluesky', ...(reason !== null && { reason: reason.slice(0, 60) }) },
    ...(code !== undefined && { refreshable: refreshable.has(reason ?? '') }),
    retryAfterSeconds: retryAfterSeconds(answer.headers) ?? untilReset(answer),
  });
}

function untilReset({ status, headers }: CallAnswer): number | undefined {
  const reset = headers.get('ratelimit-reset');
  return status === 429 && reset !== null ? secondsUntil(headers, Number(reset)) : undefined;
}
