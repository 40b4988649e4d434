import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

/** Google's names for the statuses, as its newer error bodies carry them. */
const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

export interface GoogleProblem {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly domain?: string;
  readonly location?: string;
}

/** `{error:{code,message,errors:[{domain,reason,message}],status}}`; `errors[0].reason` is what clients decide on. */
export function googleError(problem: GoogleProblem, headers: Record<string, string> = {}): Answer {
  const { code, reason, message, domain = 'youtube.video', location } = problem;
  const where =
    location === undefined ? {} : { location, locationType: code === 401 ? 'header' : 'parameter' };
  return {
    status: code,
    headers,
    body: {
      error: {
        code,
        message,
        errors: [{ message, domain, reason, ...where }],
        ...(statusNames[code] === undefined ? {} : { status: statusNames[code] }),
      },
    },
  };
}

export function refuse(problem: GoogleProblem): never {
  throw new Refusal(googleError(problem));
}

export function badRequest(reason: string, message: string): never {
  return refuse({ code: 400, reason, message });
}

export function missingParameter(name: string): never {
  return refuse({
    code: 400,
    reason: 'missingRequiredParameter',
    message: `Missing required parameter: ${name}`,
    domain: 'global',
    location: name,
  });
}

export const unauthenticated: GoogleProblem = {
  code: 401,
  reason: 'authError',
  message:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  domain: 'global',
  location: 'Authorization',
};

/** Answers to a session that is over have no JSON. */
export const sessionGone: Answer = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: 'Not Found',
};

export const answers: StockAnswers = {
  rateLimited: (retryAfter) =>
    googleError(
      {
        code: 429,
        reason: 'rateLimitExceeded',
        message: 'Too many requests have been sent within a given time span.',
        domain: 'usageLimits',
      },
      { 'Retry-After': String(retryAfter) },
    ),
  broken: () =>
    googleError({ code: 503, reason: 'backendError', message: 'Backend Error', domain: 'global' }),
  expiredToken: () => googleError(unauthenticated),
  notFound: (path) => ({
    status: 404,
    headers: { 'content-type': 'text/html; charset=UTF-8' },
    body: `<!DOCTYPE html><title>Error 404 (Not Found)!!1</title><p>The requested URL <code>${encodeURI(path)}</code> was not found on this server.`,
  }),
  badBody: (status, message) =>
    googleError({ code: status, reason: 'parseError', message, domain: 'global' }),
};
