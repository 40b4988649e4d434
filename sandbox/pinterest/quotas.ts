import { randomBytes } from 'node:crypto';
import { findAccount } from '../accounts.ts';
import { type Quota, type QuotaState, waitSeconds } from '../quotas.ts';
import type { World } from '../world.ts';
import { pinterestError } from './pinterest-error.ts';
import { pinterest } from './sign-in.ts';

/** Seconds until the reset, not a time; `x-pinterest-rid` is for their support. */
function headers(state: QuotaState, world: World): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(waitSeconds(state, world)),
    'x-pinterest-rid': randomBytes(8).readBigUInt64BE().toString(),
  };
}

const exceeded = (state: QuotaState, world: World) =>
  pinterestError(429, 8, 'You have exceeded your rate limit. Try again later.', headers(state, world));

/** Per minute, user and app; the specification's `x-ratelimit-category` names each call's category. */
const perMinute = (name: string, limit: number, ...operations: string[]): Quota => ({
  name,
  limit,
  span: { every: 60 },
  costs: Object.fromEntries(operations.map((operation) => [operation, 1])),
  exceeded,
  headers,
});

const writes = ['pins_create', 'pins_delete', 'media_register'];
const reads = [
  'user_account',
  'boards',
  'board_sections',
  'board_pins',
  'section_pins',
  'media_get',
  'pins_list',
  'pins_get',
];

/** An app under Trial access has a thousand calls a day for everything. */
const trial: Quota = {
  name: 'trial',
  limit: (world, bucket) =>
    findAccount(world.store, pinterest, bucket)?.username.startsWith('trial') ? 1000 : null,
  span: { every: 86_400 },
  costs: Object.fromEntries([...writes, ...reads, 'pins_analytics'].map((operation) => [operation, 1])),
  exceeded,
};

export const quotas: readonly Quota[] = [
  perMinute('org_write', 100, ...writes),
  perMinute('org_read', 1000, ...reads),
  perMinute('org_analytics', 60, 'pins_analytics'),
  trial,
];
