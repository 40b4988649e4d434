import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds } from '../http.ts';

/** Google's canonical `error.status` → ours; names not listed fall to the HTTP status. */
export const statuses: Readonly<Record<string, ErrorCode>> = {
  UNAUTHENTICATED: 'platform_auth',
  PERMISSION_DENIED: 'platform_permission',
  NOT_FOUND: 'platform_rejected',
  INVALID_ARGUMENT: 'platform_rejected',
  FAILED_PRECONDITION: 'platform_rejected',
  RESOURCE_EXHAUSTED: 'platform_rate_limited',
};

/** `ErrorInfo.reason`: what only the operator can set right, in the project at Google. */
export const reasons: Readonly<Record<string, ErrorCode>> = {
  SERVICE_DISABLED: 'platform_permission',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'platform_permission',
};

const detail = z.object({
  reason: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  errorDetails: z
    .array(z.object({ code: z.union([z.number(), z.string()]).optional(), field: z.string().optional() }))
    .optional(),
});
const refusal = z.object({
  error: z.object({ status: z.string().optional(), details: z.array(detail).optional() }),
});
type Refused = z.infer<typeof refusal>['error'];

/** Quotas are counted by the minute, and no header tells when it is over. */
const RATE_RETRY_SECONDS = 60;

export function googleError(answer: CallAnswer): PostboteError {
  const refused = refusal.safeParse(answer.json).data?.error ?? {};
  const code = answer.status >= 500 ? undefined : codeOf(refused);
  // Of a file there is nothing to say beyond Google's own words.
  const reason = code?.startsWith('media_') ? undefined : reasonOf(refused);
  return errorFrom(answer, code, {
    facts: { platform: 'google_business', ...(reason && { reason: reason.slice(0, 60) }) },
    ...(code === 'platform_auth' && { refreshable: true }),
    ...(code === 'platform_rate_limited' && {
      retryAfterSeconds: retryAfterSeconds(answer.headers) ?? RATE_RETRY_SECONDS,
    }),
  });
}

function codeOf({ status = '', details = [] }: Refused): ErrorCode | undefined {
  for (const { reason = '', metadata, errorDetails = [] } of details) {
    if (reason in reasons) return reasons[reason];
    // Google has not approved the project: waiting changes nothing.
    if (metadata?.quota_limit_value === '0') return 'platform_permission';
    for (const one of errorDetails) {
      const byField = codeOfField(one.code, one.field ?? '');
      if (byField) return byField;
    }
  }
  return statuses[status];
}

/** Only the ranges are documented: 1000–1099 a photo could not be had, 1300–1399 the account's condition. */
function codeOfField(code: number | string | undefined, field: string): ErrorCode | undefined {
  const number = Number(code);
  if ((number >= 1000 && number < 1100) || /^PHOTO_/.test(String(code))) return 'media_unreachable';
  if ((number >= 1300 && number < 1400) || /^(OPERATION|LOCATION_DISABLED)_/.test(String(code))) {
    return 'platform_account';
  }
  return field.startsWith('media') ? 'media_rejected' : undefined;
}

function reasonOf({ status, details = [] }: Refused): string | undefined {
  const named = details.find(({ reason }) => reason)?.reason;
  const field = details.flatMap(({ errorDetails = [] }) => errorDetails)[0]?.field;
  return named ?? field ?? status;
}

const oauthRefusal = z.object({ error: z.string() });

/** `invalid_grant`: revoked, unused for six months, or one of more than a hundred. Only a new login helps. */
export function tokenError(answer: CallAnswer): PostboteError {
  const { error } = oauthRefusal.safeParse(answer.json).data ?? {};
  const facts = { platform: 'google_business', ...(error && { reason: error.slice(0, 60) }) };
  if (error === 'invalid_grant') return errorFrom(answer, 'platform_auth', { facts });
  // The operator's app, not the user's login, is what Google does not know.
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return errorFrom(answer, 'platform_permission', { facts });
  }
  return errorFrom(answer, undefined, { facts });
}
