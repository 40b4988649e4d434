import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom } from '../http.ts';
import { graphErrors } from '../meta/graph-errors.ts';

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

/** `code` → ours; 200–299 are permissions. */
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

/** The window rolls: nobody says when the next place is free. */
export const QUOTA_RETRY_SECONDS = 60 * 60;

/** `publishError` is for `media_publish` alone: the container's state tells for certain what became of it. */
export const { classify: instagramError, classifyPublishing: publishError } = graphErrors({
  platform: 'instagram',
  subcodes,
  codes,
  waits: { 2207042: QUOTA_RETRY_SECONDS },
});

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
