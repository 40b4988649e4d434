import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds, secondsUntil } from '../http.ts';

/** Last part of a problem's `type` (https://api.x.com/2/problems/…) → ours. */
export const problems: Readonly<Record<string, ErrorCode>> = {
  'client-forbidden': 'platform_permission',
  'unsupported-authentication': 'platform_permission',
  'not-authorized-for-resource': 'platform_permission',
  'user-suspended': 'platform_account',
  'usage-capped': 'platform_rate_limited',
  'invalid-request': 'platform_rejected',
};

/** Numbers of the older `{errors:[{code}]}` → ours. */
export const codes: Readonly<Record<number, ErrorCode>> = {
  64: 'platform_account',
  88: 'platform_rate_limited',
  89: 'platform_auth',
  186: 'platform_rejected',
  187: 'platform_duplicate',
  326: 'platform_account',
};

/** `facts.reason` where X no longer knows the media of a post; it has no name of its own for that, only a sentence. */
export const UPLOADS_GONE = 'media_ids_invalid';

const problem = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().optional() })).optional(),
});

/** Nobody tells when somebody tops it up. */
const CREDIT_RETRY_SECONDS = 60 * 60;

export function twitterError(answer: CallAnswer): PostboteError {
  const body = problem.safeParse(answer.json).data ?? {};
  const code = answer.status >= 500 ? undefined : codeOf(answer.status, body);
  const isGone = answer.status === 400 && /media ids? (are|is) invalid/i.test(answer.text);
  const reason = isGone ? UPLOADS_GONE : (problemName(body) ?? body.title);
  return errorFrom(answer, code, {
    facts: { platform: 'twitter', ...(reason && { reason: reason.slice(0, 60) }) },
    ...(code === 'platform_auth' && { refreshable: true }),
    retryAfterSeconds:
      retryAfterSeconds(answer.headers) ??
      (code === 'platform_credits' ? CREDIT_RETRY_SECONDS : untilReset(answer)),
    wholeApp: code === 'platform_credits',
  });
}

/** Problems without a kind of their own are `about:blank`. */
function problemName({ type }: z.infer<typeof problem>): string | undefined {
  return type?.split('/problems/')[1];
}

function codeOf(status: number, body: z.infer<typeof problem>): ErrorCode | undefined {
  // The operator's credit at X is used up (title CreditsDepleted), for all accounts of the app.
  if (status === 402) return 'platform_credits';
  if (status === 401) return undefined;
  // X gives this refusal no code of its own, only its sentence.
  if (status === 403 && /duplicate content/i.test(body.detail ?? '')) return 'platform_duplicate';
  const number = body.errors?.find(({ code }) => code !== undefined && code in codes)?.code;
  if (number !== undefined) return codes[number];
  return problems[problemName(body) ?? ''];
}

function untilReset({ status, headers }: CallAnswer): number | undefined {
  const reset = headers.get('x-rate-limit-reset');
  return status === 429 && reset !== null ? secondsUntil(headers, Number(reset)) : undefined;
}

const oauthRefusal = z.object({ error: z.enum(['invalid_request', 'invalid_grant']) });
const appRefusal = z.object({ error: z.enum(['invalid_client', 'unauthorized_client']) });

/** The token address speaks OAuth: a spent refresh token is 400 `invalid_request`. */
export function tokenError(answer: CallAnswer): PostboteError {
  const facts = { platform: 'twitter' };
  // The operator's app, not the user's login, is what X does not know.
  if (answer.status < 500 && appRefusal.safeParse(answer.json).success) {
    return errorFrom(answer, 'platform_permission', { facts });
  }
  const refused = answer.status < 500 && answer.status !== 429 && oauthRefusal.safeParse(answer.json).success;
  if (refused || answer.status === 401) {
    return errorFrom(answer, 'platform_auth', { facts });
  }
  return twitterError(answer);
}
