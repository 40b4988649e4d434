import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds, secondsUntil } from '../http.ts';

/** Pinterest's own `code` → ours. It publishes no list; these were seen. Others fall to the HTTP status. */
export const codes: Readonly<Record<number, ErrorCode>> = {
  2: 'platform_auth',
  3: 'platform_permission', // a feature this app may not use
  7: 'platform_permission', // not this board or pin
  8: 'platform_rate_limited', // also several writes on one object in a short time
  29: 'platform_permission', // Trial access, a missing scope, somebody else's or a secret board
  40: 'platform_rejected', // board not found
  41: 'platform_rejected', // board section not found
  50: 'platform_rejected', // pin not found
  283: 'platform_auth', // the authorization grant is invalid
};

/** Code 1 stands for everything that is wrong with the input; only its sentence tells files from words. */
const sentences: readonly [RegExp, ErrorCode][] = [
  [/unable to reach the url|could not fetch the image/i, 'media_unreachable'],
  [/image is (broken|too small|too large)|unsupported (image|video|media)/i, 'media_rejected'],
];

const refusal = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
});

/** Limits are per minute; where no header says more, one minute is enough. */
const RATE_RETRY_SECONDS = 60;

export function pinterestError(answer: CallAnswer): PostboteError {
  const body = refusal.safeParse(answer.json).data ?? {};
  const code = codeOf(answer.status, body);
  return errorFrom(answer, code, {
    // Of a file there is nothing to say beyond Pinterest's own words.
    facts: { platform: 'pinterest', ...(!code?.startsWith('media_') && reasonOf(body)) },
    // Only a token that is simply over; the grant itself is renewed by nobody but the user.
    ...(code === 'platform_auth' && { refreshable: body.code === 2 }),
    ...(code === 'platform_rate_limited' && { retryAfterSeconds: waitSeconds(answer) }),
  });
}

function codeOf(status: number, { code = 0, message = '' }: z.infer<typeof refusal>): ErrorCode | undefined {
  if (status >= 500) return undefined;
  if (status === 429) return 'platform_rate_limited';
  // Somebody else is writing to the same object: nothing was made, and a moment later it works.
  if (status === 409) return 'platform_not_ready';
  if (code in codes) return codes[code];
  return status === 400 ? sentences.find(([words]) => words.test(message))?.[1] : undefined;
}

/** Code 29 has several meanings, and for the commonest one only Pinterest's review helps. */
function reasonOf({ code, message = '' }: z.infer<typeof refusal>): { reason?: string } {
  if (code === 29 && /trial access/i.test(message)) return { reason: 'trial_access' };
  return code === undefined ? {} : { reason: String(code) };
}

/** `x-ratelimit-reset` counts seconds; should it ever be a moment, it is told by its size. */
function waitSeconds({ headers }: CallAnswer): number {
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  const waited = reset > 1e9 ? secondsUntil(headers, reset) : reset;
  return retryAfterSeconds(headers) ?? (waited && waited > 0 ? Math.ceil(waited) : RATE_RETRY_SECONDS);
}

const oauthRefusal = z.object({ error: z.enum(['invalid_grant', 'invalid_request']) });
const appRefusal = z.object({ error: z.enum(['invalid_client', 'unauthorized_client']) });

/** The token address answers 401 to a dead refresh token as to a wrong app, unless it says which of them. */
export function tokenError(answer: CallAnswer): PostboteError {
  if (answer.status < 500 && appRefusal.safeParse(answer.json).success) {
    return errorFrom(answer, 'platform_permission', { facts: { platform: 'pinterest' } });
  }
  const refused = answer.status === 400 && oauthRefusal.safeParse(answer.json).success;
  if (refused || answer.status === 401) {
    return errorFrom(answer, 'platform_auth', { facts: { platform: 'pinterest' } });
  }
  return pinterestError(answer);
}

/** The bucket speaks XML. A policy that ran out (403) is cured by registering the upload anew. */
export function uploadError(answer: CallAnswer): PostboteError {
  const reason = /<Code>(\w+)<\/Code>/.exec(answer.text)?.[1];
  const facts = { platform: 'pinterest', ...(reason && { reason }) };
  if (reason === 'EntityTooLarge') return errorFrom(answer, 'media_rejected', { facts });
  if (answer.status === 403) return errorFrom(answer, 'platform_not_ready', { facts });
  return errorFrom(answer, undefined, { facts });
}
