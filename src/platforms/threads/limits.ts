import { textLimits } from '../../contract/text-limits.ts';
import type { Limits, MediaLimits } from '../platform.ts';

/** Image specifications of the posts page. */
export const image: MediaLimits = {
  types: ['image/jpeg', 'image/png'],
  maxBytes: 8 * 1024 * 1024,
};
export const MAX_IMAGE_RATIO = 10;

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: 1_000_000_000,
};

export const limits: Limits = {
  text: textLimits.threads,
  image,
  video,
  carousel: { min: 2, max: 20 },
};

/** Distinct ones, `link_attachment` included (THREADS_API__LINK_LIMIT_EXCEEDED). */
export const MAX_LINKS = 5;
