import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

export function problem(
  status: number,
  title: string,
  detail: string,
  type = 'about:blank',
  more: Record<string, unknown> = {},
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    body: { ...more, title, detail, type, status },
  };
}

export function invalidRequest(message: string, parameters: Record<string, unknown> = {}): never {
  throw new Refusal(
    problem(
      400,
      'Invalid Request',
      'One or more parameters to your request was invalid.',
      'https://api.x.com/2/problems/invalid-request',
      { errors: [{ parameters, message }] },
    ),
  );
}

export function forbidden(detail: string): never {
  throw new Refusal(problem(403, 'Forbidden', detail));
}

export function notFoundProblem(resourceType: string, id: string) {
  return {
    value: id,
    resource_id: id,
    parameter: 'id',
    resource_type: resourceType,
    title: 'Not Found Error',
    detail: `Could not find ${resourceType} with id: [${id}].`,
    type: 'https://api.x.com/2/problems/resource-not-found',
  };
}

export const suspended = (): Answer =>
  problem(
    403,
    'Forbidden',
    'Your account is suspended and is not permitted to access this feature.',
    'https://api.x.com/2/problems/user-suspended',
  );

export const unauthorized = (): Answer => problem(401, 'Unauthorized', 'Unauthorized');

export const answers: StockAnswers = {
  rateLimited(retryAfter, world) {
    const answer = problem(429, 'Too Many Requests', 'Too Many Requests');
    const headers = {
      ...answer.headers,
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(world.now() / 1000) + retryAfter),
      'Retry-After': String(retryAfter),
    };
    return { ...answer, headers };
  },
  broken: () =>
    problem(
      500,
      'Internal Server Error',
      'Something is broken.',
      'https://api.x.com/2/problems/internal-error',
    ),
  expiredToken: unauthorized,
  notFound: () => problem(404, 'Not Found', 'Not Found'),
  badBody: (status, message) =>
    problem(
      status,
      status === 413 ? 'Payload Too Large' : 'Invalid Request',
      message,
      'https://api.x.com/2/problems/invalid-request',
    ),
};
