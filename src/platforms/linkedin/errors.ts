import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds, secondsUntil } from '../http.ts';

/** LinkedIn's code, wherever the answer carries it → ours. */
export const codes: Readonly<Record<string, ErrorCode>> = {
  EMPTY_ACCESS_TOKEN: 'platform_auth',
  INVALID_ACCESS_TOKEN: 'platform_auth',
  EXPIRED_ACCESS_TOKEN: 'platform_auth',
  REVOKED_ACCESS_TOKEN: 'platform_auth',
  ACCESS_DENIED: 'platform_permission',
  // Our own mistake; nothing of this account can cure it.
  VERSION_MISSING: 'platform_rejected',
  NONEXISTENT_VERSION: 'platform_rejected',
  FIELD_LENGTH_TOO_LONG: 'platform_rejected',
  MISSING_FIELD: 'platform_rejected',
  INVALID_VALUE_FOR_FIELD: 'platform_rejected',
  INVALID_VALUE_BLANK_FIELD: 'platform_rejected',
  INVALID_URN_TYPE: 'platform_rejected',
  INVALID_URN_ID: 'platform_rejected',
  MEDIA_ASSET_WAITING_UPLOAD: 'platform_not_ready',
  MEDIA_ASSET_PROCESSING_FAILED: 'media_rejected',
  EXPIRED_UPLOAD_URL: 'platform_not_ready',
  // Two writes at once: neither took effect.
  CONFLICT: 'platform_not_ready',
  DUPLICATE_POST: 'platform_duplicate',
  TOO_MANY_REQUESTS: 'platform_rate_limited',
};

/** `serviceErrorCode` → ours, for answers without a name. */
export const numbers: Readonly<Record<number, ErrorCode>> = {
  100: 'platform_permission',
  101: 'platform_rate_limited',
  65600: 'platform_auth',
  65601: 'platform_auth',
  65602: 'platform_auth',
  65604: 'platform_auth',
};

const refusal = z.object({
  code: z.string().optional(),
  serviceErrorCode: z.number().optional(),
  message: z.string().optional(),
  errorDetails: z
    .object({ inputErrors: z.array(z.object({ code: z.string().optional() })).optional() })
    .optional(),
});

/** `refreshable`: whether this login has a refresh token, which most apps are never given. */
export function linkedinError(answer: CallAnswer, refreshable = false): PostboteError {
  const reason = reasonOf(answer);
  const code = codeOf(answer, reason);
  return errorFrom(answer, code, {
    facts: { platform: 'linkedin', ...(reason && { reason }), ...twinOf(answer, code) },
    refreshable: refreshable && (code === 'platform_auth' || (code === undefined && answer.status === 401)),
    retryAfterSeconds: retryAfterSeconds(answer.headers) ?? untilMidnight(answer),
  });
}

/** The post that the refused one repeats. It may be older than ours, or long deleted: a hint, no proof. */
function twinOf({ json }: CallAnswer, code: ErrorCode | undefined): { duplicateOf?: string } {
  if (code !== 'platform_duplicate') return {};
  const [urn] = /urn:li:(?:share|ugcPost):\d+/.exec(refusal.safeParse(json).data?.message ?? '') ?? [];
  return urn === undefined ? {} : { duplicateOf: urn };
}

/** Two shapes and, failing both, the sentence: LinkedIn puts its code in any of the three. */
function reasonOf({ json }: CallAnswer): string | undefined {
  const body = refusal.safeParse(json).data;
  if (!body) return undefined;
  const named = [body.code, ...(body.errorDetails?.inputErrors ?? []).map(({ code }) => code)];
  const inMessage = body.message?.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
  const known = [...named, ...inMessage].find((name) => name !== undefined && Object.hasOwn(codes, name));
  if (known !== undefined) return known;
  if (/duplicate of urn:li:/.test(body.message ?? '')) return 'DUPLICATE_POST';
  return named.find((name) => name !== undefined)?.slice(0, 60);
}

function codeOf({ status, json }: CallAnswer, reason: string | undefined): ErrorCode | undefined {
  // Whatever a failing server says, the request may have had its effect.
  if (status >= 500) return undefined;
  if (reason !== undefined && Object.hasOwn(codes, reason)) return codes[reason];
  if (status === 409) return 'platform_not_ready';
  return numbers[refusal.safeParse(json).data?.serviceErrorCode ?? -1];
}

const DAY_SECONDS = 24 * 60 * 60;

/** A day's limit ends at 00:00 UTC; a shorter one names no time. */
function untilMidnight({ status, headers, json }: CallAnswer): number | undefined {
  if (status !== 429 || !/\bDAY\b/.test(refusal.safeParse(json).data?.message ?? '')) return undefined;
  const answeredAt = Date.parse(headers.get('date') ?? '');
  const nowSeconds = (Number.isNaN(answeredAt) ? Date.now() : answeredAt) / 1000;
  return secondsUntil(headers, (Math.floor(nowSeconds / DAY_SECONDS) + 1) * DAY_SECONDS);
}

/** On the upload host 401 and 403 mean that the address is too old, unless they name the token. */
export function isExpiredUpload(answer: CallAnswer): boolean {
  const reason = reasonOf(answer);
  if (reason === 'EXPIRED_UPLOAD_URL') return true;
  const isToken = reason !== undefined && codes[reason] === 'platform_auth';
  return (answer.status === 401 || answer.status === 403) && !isToken;
}

const oauthRefusal = z.object({
  error: z.enum(['invalid_request', 'invalid_grant', 'access_denied']),
});
const appRefusal = z.object({ error: z.enum(['invalid_client', 'unauthorized_client']) });

/** The token address speaks OAuth: a dead refresh token is 400 `invalid_request`. */
export function tokenError(answer: CallAnswer): PostboteError {
  const facts = { platform: 'linkedin' };
  // The operator's app, not the user's login, is what LinkedIn does not know.
  if (answer.status < 500 && appRefusal.safeParse(answer.json).success) {
    return errorFrom(answer, 'platform_permission', { facts });
  }
  const refused = answer.status < 500 && answer.status !== 429 && oauthRefusal.safeParse(answer.json).success;
  if (refused || answer.status === 401) {
    return errorFrom(answer, 'platform_auth', { facts });
  }
  return linkedinError(answer);
}
