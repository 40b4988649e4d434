import { z } from 'zod';
import type { PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom } from '../http.ts';
import { type GraphTable, graphErrors } from '../meta/graph-errors.ts';

const HOUR_SECONDS = 60 * 60;

export const table: GraphTable = {
  platform: 'facebook',
  subcodes: {
    33: 'platform_unavailable', // "does not exist": also a passing read fault on things that do exist
    1346003: 'platform_account',
    1363024: 'media_rejected', // format
    1363037: 'platform_unavailable', // wrong start_offset: the next try asks where to go on
    1363040: 'media_rejected', // ratio
    1363127: 'media_rejected', // resolution
    1363128: 'media_rejected', // duration
    1363129: 'media_rejected', // frame rate
    1366046: 'media_rejected', // photo too big or of a wrong format
    1366051: 'platform_duplicate', // photos already posted
    1390008: 'platform_rate_limited', // posting too fast
    1404078: 'platform_account', // Page Publishing Authorization required
    1404102: 'platform_account',
    1404112: 'platform_account',
    1455006: 'platform_duplicate',
    1609005: 'platform_rejected', // the link cannot be read
    1609008: 'platform_rejected', // links to Facebook itself are not allowed
    2069019: 'media_unreachable',
    4854002: 'platform_account', // identity confirmation required
  },
  codes: {
    1: 'platform_unavailable',
    2: 'platform_unavailable',
    3: 'platform_permission',
    4: 'platform_rate_limited',
    10: 'platform_permission',
    17: 'platform_rate_limited',
    32: 'platform_rate_limited',
    100: 'platform_rejected',
    101: 'platform_permission', // the app's id or secret is wrong
    102: 'platform_auth',
    190: 'platform_auth',
    324: 'media_rejected',
    341: 'platform_rate_limited',
    352: 'media_rejected',
    368: 'platform_account',
    382: 'media_rejected',
    389: 'media_unreachable',
    506: 'platform_duplicate',
    613: 'platform_rate_limited',
    6000: 'media_rejected',
    6001: 'media_rejected',
    80001: 'platform_rate_limited',
  },
  waits: { 1390008: HOUR_SECONDS },
};

export const { classify: facebookError, classifyPublishing: publishError } = graphErrors(table);

const uploadProblem = z.object({
  debug_info: z.object({ retriable: z.boolean().optional(), type: z.string() }),
});

/** rupload speaks a language of its own; offsets and broken bodies are cured by asking where to go on. */
export function uploadError(answer: CallAnswer): PostboteError {
  const { debug_info: problem } = uploadProblem.safeParse(answer.json).data ?? {};
  if (!problem) return facebookError(answer);
  const isFinal = problem.type === 'ProcessingFailedError' && problem.retriable !== true;
  const facts = { platform: 'facebook', reason: problem.type.slice(0, 60) };
  return errorFrom(answer, isFinal ? 'media_rejected' : 'platform_unavailable', { facts });
}
