import type { Quota } from '../quotas.ts';
import { quotaExceeded } from './google-error.ts';

const all = [
  'accounts',
  'locations',
  'local_posts_create',
  'local_posts_list',
  'local_posts_get',
  'local_posts_delete',
  'performance',
];

/** Per minute, and no header tells of either (Business Profile APIs, usage limits). */
const perMinute = (name: string, limit: number, operations: readonly string[]): Quota => ({
  name,
  limit,
  span: { every: 60 },
  costs: Object.fromEntries(operations.map((operation) => [operation, 1])),
  exceeded: () => quotaExceeded(limit),
});

export const quotas: readonly Quota[] = [
  // "10 edits per minute per profile", which nobody can raise. That posts count as edits is not said; the
  // harder case is taken.
  perMinute('edits', 10, ['local_posts_create', 'local_posts_delete']),
  perMinute('requests', 300, all),
];
