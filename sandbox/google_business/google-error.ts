import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

type Details = readonly Record<string, unknown>[];

/** Google's one error shape; `status` is the canonical name, `code` repeats the HTTP status. */
export function googleError(code: number, status: string, message: string, details: Details = []): Answer {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } };
}

export function refuse(code: number, status: string, message: string, details: Details = []): never {
  throw new Refusal(googleError(code, status, message, details));
}

/**
 * Only the ranges are documented (1–199 any field, 1000–1099 photos, 1300–1399 operations); the numbers
 * within follow the order in which Google's page lists the names.
 */
export const fieldCodes = {
  MISSING_VALUE: 1,
  INVALID_VALUE: 2,
  TOO_MANY_ITEMS: 4,
  INVERTED_RANGE: 7,
  MISSING_DEPENDENT_FIELD: 9,
  UNSUPPORTED_VALUE: 11,
  PHOTO_FETCH_FAILED: 1000,
  LOCATION_DISABLED_FOR_LOCAL_POST_API: 1302,
} as const;

/** 400 with the old API's own details: which field, and why. */
export function invalid(field: string, code: keyof typeof fieldCodes, message: string): never {
  return refuse(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
    {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code: fieldCodes[code], field, message }],
    },
  ]);
}

export function errorInfo(reason: string, metadata: Record<string, string> = {}) {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'mybusiness.googleapis.com', ...metadata },
  };
}

/** A project that Google has not approved has a quota of nothing, and hears the same as a busy one. */
export function quotaExceeded(limit: number): Answer {
  const message =
    "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service 'mybusiness.googleapis.com'.";
  const details = [errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit_value: String(limit) })];
  return googleError(429, 'RESOURCE_EXHAUSTED', message, details);
}

export const unauthenticated = (): Answer =>
  googleError(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    [errorInfo('ACCESS_TOKEN_EXPIRED')],
  );

export const notFound = (): never => refuse(404, 'NOT_FOUND', 'Requested entity was not found.');

export const answers: StockAnswers = {
  // No header tells when to come back.
  rateLimited: () => quotaExceeded(300),
  broken: () => googleError(500, 'INTERNAL', 'Internal error encountered.'),
  expiredToken: unauthenticated,
  notFound: () => googleError(404, 'NOT_FOUND', 'Method not found.'),
  badBody: (status, message) =>
    googleError(status, 'INVALID_ARGUMENT', `Invalid JSON payload received. ${message}`),
};
