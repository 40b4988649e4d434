import type { PlatformId } from '../../src/contract/platform-ids.ts';
import { bluesky } from './bluesky.ts';
import { facebook } from './facebook.ts';
import { googleBusiness } from './google_business.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import { pinterest } from './pinterest.ts';
import type { PlatformContract } from './platform-contract.ts';
import { threads } from './threads.ts';
import { tiktok } from './tiktok.ts';
import { twitter } from './twitter.ts';
import { youtube } from './youtube.ts';

/** One line per platform, complete by the compiler like the registry. */
export const contracts = {
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
} satisfies Record<PlatformId, PlatformContract>;
