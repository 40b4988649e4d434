import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

/** The older of LinkedIn's two error shapes: one code beside the status. */
export function restError(status: number, code: string, message: string, serviceErrorCode?: number): Answer {
  return {
    status,
    body: { status, ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }), code, message },
  };
}

/** The newer one: the code sits in a list of input errors, and the message is a Java exception's. */
export function inputError(
  status: number,
  code: string,
  description: string,
  fieldPath?: string,
  message = `com.linkedin.content.common.exception.BadRequestResponseException: ${description}`,
): Answer {
  const input = fieldPath === undefined ? {} : { inputPath: { fieldPath } };
  return {
    status,
    body: {
      errorDetailType: 'com.linkedin.common.error.BadRequest',
      message,
      errorDetails: { inputErrors: [{ description, input, code }] },
      status,
    },
  };
}

export function refuse(answer: Answer): never {
  throw new Refusal(answer);
}

export function accessDenied(what: string): never {
  return refuse(restError(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, 100));
}

export const deadToken = {
  empty: () => restError(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65604),
  invalid: () => restError(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600),
  revoked: () =>
    restError(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked', 65601),
  expired: () => restError(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65602),
};

/** LinkedIn sends no Retry-After; only the message tells a day's limit from a short one. */
export function throttled(span: 'DAY' | 'MINUTE'): Answer {
  const message = `Resource level throttle APPLICATION_AND_MEMBER ${span} limit for calls to this resource is reached.`;
  return restError(429, 'TOO_MANY_REQUESTS', message, 101);
}

const shortSeconds = 3600;

export const answers: StockAnswers = {
  rateLimited: (retryAfter) => throttled(retryAfter > shortSeconds ? 'DAY' : 'MINUTE'),
  broken: () => restError(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
  expiredToken: deadToken.expired,
  notFound: (path) => restError(404, 'RESOURCE_NOT_FOUND', `No virtual resource found for path ${path}`, 0),
  badBody: (status, message) => restError(status, 'ILLEGAL_ARGUMENT', message),
};

/** Seen in practice: the post is live, but its id, which only this header carries, is missing. */
export const createdWithoutId = (): Answer => ({ status: 201 });
