import { type Answer, Refusal, type StockAnswers } from '../platform.ts';
import type { World } from '../world.ts';

export function xrpcError(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return { status, body: { error, message }, headers };
}

export function refuse(status: number, error: string, message: string): never {
  throw new Refusal(xrpcError(status, error, message));
}

/** What the reference server sends along; the window is 5 minutes for 3 000 calls. */
export function rateHeaders(world: World, remaining = 2999): Record<string, string> {
  const windowSeconds = 300;
  const reset = Math.ceil(world.now() / 1000 / windowSeconds) * windowSeconds;
  return {
    'RateLimit-Limit': '3000',
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(reset),
    'RateLimit-Policy': '3000;w=300',
  };
}

export const answers: StockAnswers = {
  rateLimited: (retryAfter, world) =>
    xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      ...rateHeaders(world, 0),
      'RateLimit-Reset': String(Math.ceil(world.now() / 1000) + retryAfter),
      'Retry-After': String(retryAfter),
    }),
  broken: () => xrpcError(500, 'InternalServerError', 'Internal Server Error'),
  // 400, not 401: so does the reference server.
  expiredToken: () => xrpcError(400, 'ExpiredToken', 'Token has expired'),
  notFound: (path) =>
    path.startsWith('/xrpc/')
      ? xrpcError(501, 'MethodNotImplemented', 'Method Not Implemented')
      : xrpcError(404, 'XRPCNotSupported', 'XRPCNotSupported'),
  badBody: (status, message) =>
    status === 413
      ? xrpcError(413, 'PayloadTooLarge', 'request entity too large')
      : xrpcError(status, 'InvalidRequest', message),
};
