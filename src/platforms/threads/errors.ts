import { type ErrorCode, PostboteError } from '../../errors.ts';
import { type GraphTable, graphErrors } from '../meta/graph-errors.ts';

/** Posts per rolling 24 hours: nobody says when the next place is free. */
export const QUOTA_RETRY_SECONDS = 60 * 60;

export const table: GraphTable = {
  platform: 'threads',
  subcodes: {
    33: 'platform_unavailable', // "does not exist": also a passing read fault on things that do exist
    2207042: 'platform_rate_limited', // the daily quota
    2207051: 'platform_unavailable', // "action blocked", seen on posts that went live all the same
    2207052: 'media_unreachable',
    4279009: 'platform_unavailable', // media not found: the container's state tells
    4279013: 'platform_account', // restricted
  },
  codes: {
    1: 'platform_unavailable',
    2: 'platform_unavailable',
    3: 'platform_permission',
    4: 'platform_rate_limited',
    10: 'platform_permission',
    17: 'platform_rate_limited',
    24: 'platform_unavailable',
    32: 'platform_rate_limited',
    100: 'platform_rejected',
    101: 'platform_permission', // the app's id or secret is wrong
    102: 'platform_auth',
    190: 'platform_auth',
    368: 'platform_account',
    613: 'platform_rate_limited',
  },
  waits: { 2207042: QUOTA_RETRY_SECONDS },
};

export const { classify: threadsError, classifyPublishing: publishError } = graphErrors(table);

/** The publishing side does not know (or not yet) a container whose status is FINISHED. */
export function isMediaNotFound(error: unknown): error is PostboteError {
  return error instanceof PostboteError && error.facts.reason === '24/4279009';
}

/** `error_message` of a container that failed; what is not listed may work with a new container. */
export const failures: Readonly<Record<string, ErrorCode>> = {
  FAILED_PROCESSING_AUDIO: 'media_rejected',
  FAILED_PROCESSING_VIDEO: 'media_rejected',
  INVALID_ASPEC_RATIO: 'media_rejected', // Meta's own spelling
  INVALID_BIT_RATE: 'media_rejected',
  INVALID_DURATION: 'media_rejected',
  INVALID_FRAME_RATE: 'media_rejected',
  INVALID_AUDIO_CHANNELS: 'media_rejected',
  INVALID_AUDIO_CHANNEL_LAYOUT: 'media_rejected',
};

export function containerFailure(message: string): PostboteError | null {
  const code = failures[message];
  if (code === undefined) return null;
  return new PostboteError(code, { facts: { platform: 'threads', reason: message }, raw: message });
}
