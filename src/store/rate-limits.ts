import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Db, Query } from './db.ts';
import type { RateLimitKind } from './tables.ts';

export interface RateLimit {
  scope: string;
  what: RateLimitKind;
  code: string;
  until_at: number;
}

/** Names the operator's app at a platform, beside the ids of accounts. */
export const appScope = (platform: PlatformId, mode: Mode) => `${platform}:${mode}`;

export async function rememberRateLimit(query: Query, limit: RateLimit): Promise<void> {
  await query
    .insertInto('platform_limits')
    .values(limit)
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'what'])
        .doUpdateSet({ code: limit.code, until_at: limit.until_at })
        .where('platform_limits.until_at', '<', limit.until_at),
    )
    .execute();
}

/** Those that are not over yet: few at any time, and most of the time none. */
export function rateLimitsAfter(db: Db, now: number): RateLimit[] | Promise<RateLimit[]> {
  return db.read<RateLimit>('select scope, what, code, until_at from platform_limits where until_at > ?', [
    now,
  ]);
}

export async function forgetRateLimits(query: Query, now: number): Promise<void> {
  await query.deleteFrom('platform_limits').where('until_at', '<=', now).execute();
}
