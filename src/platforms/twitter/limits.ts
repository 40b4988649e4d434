import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

export const image: ImageLimits = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  // Media best practices: 5 MB.
  maxBytes: 5 * 1024 * 1024,
  // An animated picture stands alone in its post and may be larger.
  loneGifBytes: 15 * 1024 * 1024,
};

export const gif: MediaLimits = { types: ['image/gif'], maxBytes: 15 * 1024 * 1024 };

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime'],
  // Every account may 512 MB; since 2026-09-01 some may more (8 and 16 GB), which the API does not tell.
  maxBytes: 512 * 1024 * 1024,
  // The longest that any account may (Premium); who may less is told so by X.
  seconds: { min: 0.5, max: 125 * 60 },
};

export const limits: Limits = {
  // 280 weighted; 25,000 for Premium accounts, which we do not assume.
  text: textLimits.twitter,
  image,
  video,
  carousel: { min: 2, max: 4 },
};

/** X API, rate limits of POST /2/tweets per user; other pages name more. */
export const quotas: readonly Quota[] = [{ posts: 100, window: { seconds: 15 * 60 }, of: 'account' }];
