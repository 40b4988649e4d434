import type { PlatformId } from '../contract/platform-ids.ts';
import { bluesky } from './bluesky/index.ts';
import { facebook } from './facebook/index.ts';
import { googleBusiness } from './google_business/index.ts';
import { instagram } from './instagram/index.ts';
import { linkedin } from './linkedin/index.ts';
import { pinterest } from './pinterest/index.ts';
import type { Platform } from './platform.ts';
import { threads } from './threads/index.ts';
import { tiktok } from './tiktok/index.ts';
import { twitter } from './twitter/index.ts';
import { youtube } from './youtube/index.ts';

/** The registry: one line per platform. */
export const platforms = {
  bluesky,
  facebook,
  google_business: googleBusiness,
  instagram,
  linkedin,
  pinterest,
  threads,
  tiktok,
  twitter,
  youtube,
} satisfies Record<PlatformId, Platform>;

const byId: ReadonlyMap<string, Platform> = new Map(Object.entries<Platform>(platforms));

/**
 * The settings' type is lost here on purpose: whoever publishes passes what `platform.settings` parsed,
 * and each adapter trusts only that.
 */
export function platformById(id: string): Platform | undefined {
  return byId.get(id);
}
