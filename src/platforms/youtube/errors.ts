import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom } from '../http.ts';
import { windowAt } from '../quota-window.ts';

/** `errors[0].reason` → ours (youtube/v3/docs/errors, docs/videos/insert, docs/thumbnails/set). */
export const reasons: Readonly<Record<string, ErrorCode>> = {
  // The token.
  authError: 'platform_auth',
  // The account.
  youtubeSignupRequired: 'platform_account',
  authenticatedUserNotChannel: 'platform_account',
  authenticatedUserAccountSuspended: 'platform_account',
  authenticatedUserAccountClosed: 'platform_account',
  accountSuspended: 'platform_account',
  accountClosed: 'platform_account',
  channelSuspended: 'platform_account',
  channelClosed: 'platform_account',
  // What the user granted, or the operator set up in the Cloud console.
  insufficientPermissions: 'platform_permission',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'platform_permission',
  forbidden: 'platform_permission',
  forbiddenPrivacySetting: 'platform_permission',
  forbiddenLicenseSetting: 'platform_permission',
  accessNotConfigured: 'platform_permission',
  SERVICE_DISABLED: 'platform_permission',
  // How much and how fast.
  quotaExceeded: 'platform_rate_limited',
  dailyLimitExceeded: 'platform_rate_limited',
  uploadLimitExceeded: 'platform_rate_limited',
  rateLimitExceeded: 'platform_rate_limited',
  userRateLimitExceeded: 'platform_rate_limited',
  uploadRateLimitExceeded: 'platform_rate_limited',
  RATE_LIMIT_EXCEEDED: 'platform_rate_limited',
  // The file.
  invalidImage: 'media_rejected',
  uploadTooLarge: 'media_rejected',
  badContent: 'media_rejected',
  // The words.
  invalidTitle: 'platform_rejected',
  invalidDescription: 'platform_rejected',
  invalidTags: 'platform_rejected',
  invalidCategoryId: 'platform_rejected',
  invalidPublishAt: 'platform_rejected',
  invalidVideoMetadata: 'platform_rejected',
  invalidFilename: 'platform_rejected',
  mediaBodyRequired: 'platform_rejected',
  defaultLanguageNotSet: 'platform_rejected',
  // Theirs.
  backendError: 'platform_unavailable',
  internalError: 'platform_unavailable',
  processingFailure: 'platform_unavailable',
};

const googleError = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).optional(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

export function youtubeError(answer: CallAnswer): PostboteError {
  const reason = reasonOf(answer);
  const code = answer.status >= 500 ? undefined : reasons[reason ?? ''];
  const error = errorFrom(answer, code, {
    facts: { platform: 'youtube', ...(reason && { reason: reason.slice(0, 60) }) },
    // A fresh access token cures what an old one suffers from; 401 without a known reason counts as that.
    ...(code === 'platform_auth' && { refreshable: true }),
  });
  if (error.code !== 'platform_rate_limited' || error.retryAfterSeconds !== undefined) return error;
  return errorFrom(answer, error.code, {
    facts: error.facts,
    retryAfterSeconds: waitSeconds(reason, answer.headers),
    // The project's quota, which all channels share.
    wholeApp: reason === 'quotaExceeded' || reason === 'dailyLimitExceeded',
  });
}

/**
 * For the bytes that complete a video. Only an answer in Google's own words is a refusal; any other page
 * leaves the question to the session, which knows whether the video exists.
 */
export function finishError(answer: CallAnswer): PostboteError {
  if (answer.status === 401 || answer.status === 429 || googleError.safeParse(answer.json).success) {
    return youtubeError(answer);
  }
  return errorFrom(answer, 'platform_unavailable', { facts: { platform: 'youtube' } });
}

function reasonOf(answer: CallAnswer): string | undefined {
  const { error } = googleError.safeParse(answer.json).data ?? {};
  return error?.errors?.[0]?.reason ?? error?.details?.find(({ reason }) => reason)?.reason;
}

const DAY_SECONDS = 24 * 60 * 60;
const RATE_RETRY_SECONDS = 60;

/** No header tells how long; the quota is renewed at midnight Pacific, the channel's own cap after a day. */
function waitSeconds(reason: string | undefined, headers: Headers): number {
  if (reason === 'uploadLimitExceeded') return DAY_SECONDS;
  if (reason !== 'quotaExceeded' && reason !== 'dailyLimitExceeded') return RATE_RETRY_SECONDS;
  const answeredAt = Date.parse(headers.get('date') ?? '');
  return secondsToPacificMidnight(Number.isNaN(answeredAt) ? Date.now() : answeredAt);
}

/** A minute more, because clocks differ. */
export function secondsToPacificMidnight(now: number): number {
  const { since } = windowAt({ dayIn: 'America/Los_Angeles' }, now);
  const passed = Math.floor((now - since) / 1000);
  return Math.min(DAY_SECONDS, DAY_SECONDS - passed + 60);
}

const oauthError = z.object({ error: z.string() });

/** oauth2.googleapis.com speaks OAuth: `invalid_grant` is a dead login, the rest concerns the operator's app. */
export function tokenError(answer: CallAnswer): PostboteError {
  const { error } = oauthError.safeParse(answer.json).data ?? {};
  const facts = { platform: 'youtube', ...(error && { reason: error.slice(0, 60) }) };
  if (answer.status >= 500 || answer.status === 429) return errorFrom(answer, undefined, { facts });
  if (error === 'invalid_grant') return errorFrom(answer, 'platform_auth', { facts });
  if (error !== undefined) return errorFrom(answer, 'platform_permission', { facts });
  return errorFrom(answer, 'platform_unavailable', { facts });
}
