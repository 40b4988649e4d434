import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

/** Also the rule for a video's cover. */
export const image: ImageLimits = {
  // Images API: JPG, PNG and GIF (up to 250 frames).
  types: ['image/jpeg', 'image/png', 'image/gif'],
  // None is published; 10 MB is what other clients live with.
  maxBytes: 10_000_000,
  // Images API: width × height must stay below 36,152,320.
  maxPixels: 36_152_319,
};

export const video: MediaLimits = {
  types: ['video/mp4'],
  // Videos API: 75 KB to 500 MB (the text of `fileSizeBytes` says 5 GB; the smaller figure is safe).
  maxBytes: 500_000_000,
  seconds: { min: 3, max: 30 * 60 },
};

/** Below it the Videos API refuses the file. */
export const VIDEO_MIN_BYTES = 75_000;

export const limits: Limits = {
  text: textLimits.linkedin,
  image,
  video,
  // MultiImage API, organic posts only.
  carousel: { min: 2, max: 20 },
};

/** Posts API: a title of an article or of a video, and an article's description. */
export const TITLE_CHARACTERS = 400;
export const DESCRIPTION_CHARACTERS = 4086;

/** "Share on LinkedIn": 150 requests per member and day, and the day ends at midnight UTC. */
export const quotas: readonly Quota[] = [{ posts: 150, window: { dayIn: 'UTC' }, of: 'account' }];
