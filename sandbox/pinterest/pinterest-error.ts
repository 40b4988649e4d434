import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

/** `{"code","message"}` is all the specification promises; the code is Pinterest's own, not the HTTP status. */
export function pinterestError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return { status, headers, body: { code, message, status: 'failure' } };
}

export function refuse(status: number, code: number, message: string): never {
  throw new Refusal(pinterestError(status, code, message));
}

export function invalid(message: string): never {
  return refuse(400, 1, message);
}

export const authenticationFailed = (): Answer => pinterestError(401, 2, 'Authentication failed.');

export const answers: StockAnswers = {
  rateLimited: (retryAfter) =>
    pinterestError(429, 8, 'You have exceeded your rate limit. Try again later.', {
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(retryAfter),
    }),
  broken: () => pinterestError(500, 0, 'Internal Server Error'),
  expiredToken: authenticationFailed,
  notFound: (path, method) => pinterestError(404, 11, `${method} ${path}: no such API method`),
  badBody: (status, message) => pinterestError(status, 1, `Invalid request: ${message}`),
};
