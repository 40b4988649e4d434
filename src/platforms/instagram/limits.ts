import { textLimits } from '../../contract/text-limits.ts';
import type { Limits, MediaLimits } from '../platform.ts';

/** Also the rule for a Reel's cover. */
export const image: MediaLimits = {
  // JPEG only, no MPO or JPS (content publishing guide).
  types: ['image/jpeg'],
  // "less than 8 MiB" (error 36000/2207004).
  maxBytes: 8 * 1024 * 1024,
};

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime'],
  // Reel specifications: 300 MB (Meta's Postman text says 1 GB; the smaller figure is safe).
  maxBytes: 300_000_000,
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
