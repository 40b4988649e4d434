import { randomBytes } from 'node:crypto';
import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

/** Per minute, user and app; the spec's `x-ratelimit-category` names each call's category. */
export type Category = 'org_read' | 'org_write' | 'org_analytics';
export const perMinute: Readonly<Record<Category, number>> = {
  org_read: 1000,
  org_write: 100,
  org_analytics: 60,
};

export function rateHeaders(category: Category, remaining = perMinute[category] - 1, resetSeconds = 60) {
  return {
    'x-ratelimit-limit': String(perMinute[category]),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
    'x-pinterest-rid': randomBytes(8).readBigUInt64BE().toString(),
  };
}

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
  throw new Refusal(pinterestError(status, code, message, rateHeaders('org_read')));
}

export function invalid(message: string): never {
  return refuse(400, 1, message);
}

export const authenticationFailed = (): Answer => pinterestError(401, 2, 'Authentication failed.');

export function tooManyRequests(category: Category, seconds: number): Answer {
  return pinterestError(
    429,
    8,
    'You have exceeded your rate limit. Try again later.',
    rateHeaders(category, 0, seconds),
  );
}

export const answers: StockAnswers = {
  rateLimited: (retryAfter) => tooManyRequests('org_write', retryAfter),
  broken: () => pinterestError(500, 0, 'Internal Server Error'),
  expiredToken: authenticationFailed,
  notFound: (path, method) => pinterestError(404, 11, `${method} ${path}: no such API method`),
  badBody: (status, message) => pinterestError(status, 1, `Invalid request: ${message}`),
};
