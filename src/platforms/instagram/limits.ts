import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits } from '../limits.ts';

/** Also the rule for a Reel's cover. */
export const image: ImageLimits = {
  // JPEG only, no MPO or JPS (content publishing guide).
  types: ['image/jpeg'],
  // "less than 8 MiB" (error 36000/2207004).
  maxBytes: 8 * 1024 * 1024,
  // 4:5 to 1.91:1 (error 36003/2207009), with a pixel of rounding; a width outside 320 to 1440 is scaled by Instagram.
  ratio: { min: 0.798, max: 1.912 },
  byAddress: true,
};

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime'],
  // Reel specifications: 300 MB (Meta's Postman text says 1 GB; the smaller figure is safe).
  maxBytes: 300_000_000,
  // Reel specifications.
  seconds: { min: 3, max: 15 * 60 },
  byAddress: true,
};

export const limits: Limits = {
  text: textLimits.instagram,
  image,
  video,
  // By API; the app itself allows 20.
  carousel: { min: 2, max: 10 },
};

/** Caption rules of the media reference. */
export const MAX_HASHTAGS = 30;
export const MAX_MENTIONS = 20;
