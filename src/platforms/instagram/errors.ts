import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import { errorFrom, retryAfterSeconds } from '../http.ts';
import type { CallAnswer } from '../platform.ts';

/** `error_subcode` → ours. It is more precise than `code` and therefore asked first. */
export const subcodes: Readonly<Record<number, ErrorCode>> = {
  33: 'platform_unavailable', // "does not exist": also a passing read fault on things that do exist
  2207001: 'platform_unavailable',
  2207003: 'media_unreachable',
  2207004: 'media_rejected',
  2207005: 'media_rejected',
  2207006: 'platform_unavailable', // media not found: the container's state tells
  2207008: 'platform_unavailable', // container not found or expired: likewise
  2207009: 'media_rejected',
  2207010: 'platform_rejected',
  2207020: 'platform_unavailable', // media expired: likewise
  2207023: 'platform_rejected',
  2207026: 'media_rejected',
  2207027: 'platform_not_ready',
  2207028: 'platform_rejected',
  2207032: 'platform_unavailable',
  2207035: 'platform_rejected',
  2207036: 'platform_rejected',
  2207037: 'platform_rejected',
  2207040: 'platform_rejected',
  2207042: 'platform_rate_limited',
  2207050: 'platform_account',
  2207051: 'platform_unavailable', // "action blocked", seen on posts that went live all the same
  2207052: 'media_unreachable',
  2207053: 'platform_unavailable',
  2207057: 'platform_rejected',
  2207077: 'platform_unavailable',
  2207081: 'platform_rejected',
  2207082: 'platform_unavailable',
};

/** `code` → ours; 200–299 are permissions, see below. */
export const codes: Readonly<Record<number, ErrorCode>> = {
  1: 'platform_unavailable',
  2: 'platform_unavailable',
  3: 'platform_permission',
  4: 'platform_rate_limited',
  9: 'platform_rate_limited',
  10: 'platform_permission',
  17: 'platform_rate_limited',
  25: 'platform_account',
  32: 'platform_rate_limited',
  100: 'platform_rejected',
  102: 'platform_auth',
  190: 'platform_auth',
  352: 'media_rejected',
  368: 'platform_account',
  613: 'platform_rate_limited',
  9004: 'media_unreachable',
  9007: 'platform_not_ready',
  36000: 'media_rejected',
  36001: 'media_rejected',
  36003: 'media_rejected',
  80002: 'platform_rate_limited',
};

const graphError = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});

/** The window rolls: nobody says when the next place is free. */
export const QUOTA_RETRY_SECONDS = 60 * 60;
const RATE_RETRY_SECONDS = 15 * 60;

/** Decided by `code` and `error_subcode`, never by status: a rate limit may come as 400. */
export function instagramError(answer: CallAnswer): PostboteError {
  const code = codeOf(answer);
  if (code !== 'platform_rate_limited') return errorFrom(answer, code, { facts: factsOf(answer) });
  return errorFrom(answer, code, {
    facts: factsOf(answer),
    retryAfterSeconds: retryAfterSeconds(answer.headers) ?? regainSeconds(answer),
  });
}

/**
 * For `media_publish` alone. Only a refusal we know counts as one; everything else leaves the question to
 * the container, whose state tells for certain whether the post is live.
 */
export function publishError(answer: CallAnswer): PostboteError {
  return codeOf(answer) === undefined
    ? errorFrom(answer, 'platform_unavailable', { facts: factsOf(answer) })
    : instagramError(answer);
}

function codeOf(answer: CallAnswer): ErrorCode | undefined {
  const parsed = graphError.safeParse(answer.json);
  if (!parsed.success) return undefined;
  const { code, error_subcode: subcode, is_transient: transient } = parsed.data.error;
  const bySubcode = subcode === undefined ? undefined : subcodes[subcode];
  if (bySubcode) return bySubcode;
  const byCode = codes[code] ?? (code >= 200 && code <= 299 ? 'platform_permission' : undefined);
  // Rate limits call themselves transient too, but say how long.
  return transient && byCode !== 'platform_rate_limited' ? 'platform_unavailable' : byCode;
}

function factsOf(answer: CallAnswer): { platform: string; reason?: string } {
  const { error } = graphError.safeParse(answer.json).data ?? {};
  if (!error) return { platform: 'instagram' };
  const reason = error.error_subcode ? `${error.code}/${error.error_subcode}` : String(error.code);
  return { platform: 'instagram', reason };
}

const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })),
);

function regainSeconds(answer: CallAnswer): number {
  if (factsOf(answer).reason?.startsWith('9/')) return QUOTA_RETRY_SECONDS;
  try {
    const header = JSON.parse(answer.headers.get('x-business-use-case-usage') ?? '{}');
    const minutes = Object.values(usage.parse(header))
      .flat()
      .map((entry) => entry.estimated_time_to_regain_access ?? 0);
    return Math.max(...minutes, 0) * 60 || RATE_RETRY_SECONDS;
  } catch {
    // A header we cannot read says nothing.
    return RATE_RETRY_SECONDS;
  }
}

/** A container in state ERROR names its subcode only inside a sentence. */
export function containerFailure(status: string): ErrorCode | undefined {
  const subcode = /\b22\d{5}\b/.exec(status)?.[0];
  return subcode === undefined ? undefined : subcodes[Number(subcode)];
}

const tokenProblem = z.object({ error_type: z.string(), error_message: z.string().optional() });

/** The token step answers in a shape of its own, not the Graph API's. */
export function tokenError(answer: CallAnswer): PostboteError {
  const parsed = tokenProblem.safeParse(answer.json);
  if (!parsed.success) return instagramError(answer);
  return errorFrom(answer, answer.status >= 500 ? 'platform_unavailable' : 'platform_auth');
}
