import type { Quota, QuotaState } from '../quotas.ts';
import { waitSeconds } from '../quotas.ts';
import { xrpcError } from './answers.ts';

/** As the reference server limits (advanced guide "Rate limits"); per IP there, per account here. */
function limited(name: string, limit: number, seconds: number, costs: Record<string, number>): Quota {
  const headers = ({ remaining, resetsAt }: QuotaState) => ({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(Math.ceil(resetsAt / 1000)),
    'RateLimit-Policy': `${limit};w=${seconds}`,
  });
  return {
    name,
    limit,
    span: { every: seconds },
    costs,
    headers,
    exceeded: (state, world) =>
      xrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
        ...headers(state),
        'Retry-After': String(waitSeconds(state, world)),
      }),
  };
}

/** Points. */
const writes = { createRecord: 3, putRecord: 2, deleteRecord: 1 };
const reads = ['getSession', 'getServiceAuth', 'getPosts', 'getAuthorFeed', 'getProfile', 'getUploadLimits'];

export const quotas: readonly Quota[] = [
  limited('writes_hour', 5000, 3600, writes),
  limited('writes_day', 35_000, 86_400, writes),
  limited('sessions', 30, 300, { createSession: 1 }),
  limited('sessions_day', 300, 86_400, { createSession: 1 }),
  limited('blobs_day', 1000, 86_400, { uploadBlob: 1 }),
  limited(
    'calls',
    3000,
    300,
    Object.fromEntries([...Object.keys(writes), ...reads, 'uploadBlob'].map((name) => [name, 1])),
  ),
];
