import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits } from '../limits.ts';

/** Image specifications of the posts page. */
export const image: ImageLimits = {
  types: ['image/jpeg', 'image/png'],
  maxBytes: 8 * 1024 * 1024,
  ratio: { min: 0.1, max: 10 },
  byAddress: true,
};

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: 1_000_000_000,
  seconds: { min: 0, max: 300 },
  byAddress: true,
};

export const limits: Limits = {
  text: textLimits.threads,
  image,
  video,
  carousel: { min: 2, max: 20 },
};

/** Distinct ones, `link_attachment` included (THREADS_API__LINK_LIMIT_EXCEEDED). */
export const MAX_LINKS = 5;
