import type { Quota, QuotaState } from '../quotas.ts';
import { problem } from './problems.ts';

/** Per user and 15 minutes (docs.x.com, rate limits); the posting figure is the lowest of those X names. */
const windows: readonly [name: string, limit: number, ...operations: string[]][] = [
  ['posts', 100, 'tweets'],
  ['deletes', 50, 'tweets_delete'],
  ['me', 75, 'me'],
  ['timeline', 900, 'users_tweets'],
  ['lookup', 5000, 'tweets_lookup'],
  ['initialize', 1875, 'initialize'],
  ['append', 1875, 'append'],
  ['finalize', 1875, 'finalize'],
  ['status', 1000, 'status'],
  ['upload', 500, 'upload'],
  ['metadata', 500, 'metadata'],
];

export function rateHeaders({ limit, remaining, resetsAt }: QuotaState): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(Math.ceil(resetsAt / 1000)),
  };
}

/** The reset header is all that tells when to come back. */
function tooMany(state: QuotaState) {
  const answer = problem(429, 'Too Many Requests', 'Too Many Requests');
  return { ...answer, headers: { ...answer.headers, ...rateHeaders(state) } };
}

/** Pay per use: an empty balance ends all reading and writing until somebody pays. Nobody is poor from the start. */
const credits: Quota = {
  name: 'credits',
  limit: null,
  span: { lasting: true },
  costs: { tweets: 1, users_tweets: 1, tweets_lookup: 1, me: 1 },
  exceeded: () =>
    problem(
      402,
      'CreditsDepleted',
      'Your enrolled account does not have any credits to fulfill this request.',
      'https://api.x.com/2/problems/credits',
    ),
};

export const quotas: readonly Quota[] = [
  ...windows.map(
    ([name, limit, ...operations]): Quota => ({
      name,
      limit,
      span: { every: 900 },
      costs: Object.fromEntries(operations.map((operation) => [operation, 1])),
      exceeded: tooMany,
      headers: rateHeaders,
    }),
  ),
  credits,
];
