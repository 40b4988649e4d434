import { blueskyPlatform } from './bluesky/index.ts';
import { facebookPlatform } from './facebook/index.ts';
import { googleBusinessPlatform } from './google_business/index.ts';
import { instagramPlatform } from './instagram/index.ts';
import { linkedinPlatform } from './linkedin/index.ts';
import { pinterestPlatform } from './pinterest/index.ts';
import type { PretendPlatform } from './platform.ts';
import { threadsPlatform } from './threads/index.ts';
import { tiktokPlatform } from './tiktok/index.ts';
import { twitterPlatform } from './twitter/index.ts';
import type { World } from './world.ts';
import { youtubePlatform } from './youtube/index.ts';

/** One line per pretend platform. */
export const platforms: readonly PretendPlatform[] = [
  blueskyPlatform,
  facebookPlatform,
  googleBusinessPlatform,
  instagramPlatform,
  linkedinPlatform,
  pinterestPlatform,
  threadsPlatform,
  tiktokPlatform,
  twitterPlatform,
  youtubePlatform,
];

export function findPlatform(id: unknown): PretendPlatform | null {
  return platforms.find((platform) => platform.id === id) ?? null;
}

export function operationsOf(platform: PretendPlatform): string[] {
  return [...new Set(platform.routes.map((route) => route.operation))];
}

/** Base addresses by platform and host name: what an adapter is given instead of the real ones. */
export function hostsOf(world: World): Record<string, Record<string, string>> {
  const at = (mounts: PretendPlatform['mounts']) =>
    Object.fromEntries(Object.entries(mounts).map(([host, mount]) => [host, `${world.home()}/${mount}`]));
  return Object.fromEntries(platforms.map(({ id, mounts }) => [id, at(mounts)]));
}
