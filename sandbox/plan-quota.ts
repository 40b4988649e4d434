import { findAccount } from './accounts.ts';
import { ControlProblem } from './plan-fault.ts';
import type { PretendPlatform } from './platform.ts';
import { findPlatform, platforms } from './platforms.ts';
import type { Quota } from './quotas.ts';
import type { Account } from './store.ts';
import type { World } from './world.ts';

export interface SeenQuota {
  readonly platform: string;
  readonly account: string;
  readonly quota: string;
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  readonly resets_at: string;
}

/** What every account has left, of every quota its platform has. */
export function describeQuotas(
  world: World,
  filter: { platform?: string | null; account?: string | null; quota?: string | null } = {},
): SeenQuota[] {
  return platforms
    .filter(({ id }) => !filter.platform || id === filter.platform)
    .flatMap((platform) =>
      accountsOf(world, platform, filter.account ?? null).flatMap((account) =>
        (platform.quotas ?? [])
          .filter(({ name }) => !filter.quota || name === filter.quota)
          .map((quota) => describe(world, platform, account, quota)),
      ),
    );
}

/**
 * `{platform, account?, quota?, remaining}` sets what is left until the platform's own clock refills it (null: all
 * of it again); without a quota's name the one that posts use up. `{lifted}` switches all quotas off or on.
 */
export function planQuota(world: World, wish: Record<string, unknown>): SeenQuota[] {
  if (typeof wish.lifted === 'boolean') {
    world.quotas.enforce(!wish.lifted);
    return [];
  }
  const platform = findPlatform(wish.platform);
  if (platform === null) throw new ControlProblem(400, `unknown platform: ${wish.platform}`);
  const known = platform.quotas ?? [];
  const quota = wish.quota === undefined ? known[0] : known.find(({ name }) => name === wish.quota);
  if (quota === undefined) {
    throw new ControlProblem(400, `unknown quota; one of ${known.map(({ name }) => name).join(', ')}`);
  }
  const remaining = wish.remaining ?? null;
  if (remaining !== null && !(Number.isInteger(remaining) && Number(remaining) >= 0)) {
    throw new ControlProblem(400, 'remaining must be a whole number of 0 or more, or null');
  }
  const account = typeof wish.account === 'string' ? wish.account : null;
  const accounts = accountsOf(world, platform, account);
  if (account !== null && accounts.length === 0) throw new ControlProblem(400, `unknown account: ${account}`);
  for (const one of accounts) {
    const left = remaining === null ? null : Number(remaining);
    world.quotas.setRemaining(world, platform.id, quota, bucketOf(world, one, quota), left);
  }
  return accounts.map((one) => describe(world, platform, one, quota));
}

function accountsOf(world: World, platform: PretendPlatform, wanted: string | null): Account[] {
  const names =
    wanted === null
      ? world.store.all('SELECT id FROM accounts WHERE platform = ? ORDER BY rowid', platform.id)
      : [{ id: wanted }];
  return names.flatMap(({ id }) => findAccount(world.store, platform.id, String(id)) ?? []);
}

const bucketOf = (world: World, account: Account, quota: Quota) =>
  quota.bucket?.(world, account, null) ?? account.id;

function describe(world: World, platform: PretendPlatform, account: Account, quota: Quota): SeenQuota {
  const state = world.quotas.state(world, platform.id, quota, bucketOf(world, account, quota));
  return {
    platform: platform.id,
    account: account.username,
    quota: quota.name,
    limit: state.limit,
    used: state.used,
    remaining: state.remaining,
    resets_at: new Date(state.resetsAt).toISOString(),
  };
}
