import { blueskyPlatform } from './bluesky/index.ts';
import { instagramPlatform } from './instagram/index.ts';
import type { PretendPlatform } from './platform.ts';
import { twitterPlatform } from './twitter/index.ts';

/** One line per pretend platform. */
export const platforms: readonly PretendPlatform[] = [blueskyPlatform, instagramPlatform, twitterPlatform];

export function findPlatform(id: unknown): PretendPlatform | null {
  return platforms.find((platform) => platform.id === id) ?? null;
}

export function operationsOf(platform: PretendPlatform): string[] {
  return [...new Set(platform.routes.map((route) => route.operation))];
}
