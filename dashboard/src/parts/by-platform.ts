import { type PlatformId, platformIds } from '../../../src/contract/platform-ids.ts';

interface Placed {
  readonly platform: PlatformId;
  readonly accountName?: string;
  readonly name?: string;
}

const nameOf = (one: Placed): string => one.accountName ?? one.name ?? '';

/** The same order on every page: that of the platforms, then by name. */
export const byPlatform = (one: Placed, other: Placed): number =>
  platformIds.indexOf(one.platform) - platformIds.indexOf(other.platform) ||
  nameOf(one).localeCompare(nameOf(other));

/** Each platform once, in that order. */
export const platformsAmong = (some: readonly Placed[]): PlatformId[] =>
  platformIds.filter((id) => some.some((one) => one.platform === id));
