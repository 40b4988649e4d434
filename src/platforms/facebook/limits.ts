import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

/** Page photos reference; also the rule for a video's cover. PNG above 1 MB is taken, but loses sharpness. */
export const image: ImageLimits = {
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
  maxBytes: 10 * 1024 * 1024,
};

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime'],
  // Not documented today; older pages said 10 GB and 240 minutes.
  maxBytes: 10_000_000_000,
};

export const limits: Limits = {
  text: textLimits.facebook,
  image,
  video,
  // Not documented; ten is what publishing tools agree on.
  carousel: { min: 2, max: 10 },
};

/** Reels reference: 9:16, at least 540×960, 3 to 90 seconds. */
export const reel = { width: 540, height: 960, ratio: 9 / 16, seconds: { min: 3, max: 90 } };

/** Reels publishing: 30 per Page in 24 hours; for other posts only calls are counted. */
export const quotas: readonly Quota[] = [
  { posts: 30, window: { seconds: 24 * 60 * 60 }, of: 'account', only: { video_as: 'reel' } },
];
