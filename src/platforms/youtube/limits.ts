import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../platform.ts';

/** For the thumbnail alone: YouTube takes no picture posts by API. */
export const image: ImageLimits = {
  // Discovery document, thumbnails.set: accept.
  types: ['image/jpeg', 'image/png'],
  // Discovery document, thumbnails.set: maxSize; 2 MB until 2026-09-14.
  maxBytes: 52_428_800,
};

export const video: MediaLimits = {
  // The API takes video/*; these are the containers we can recognise.
  types: [
    'video/mp4',
    'video/quicktime',
    'video/webm',
    'video/x-matroska',
    'video/x-msvideo',
    'video/mpeg',
    'video/3gpp',
  ],
  // Discovery document, videos.insert: maxSize (256 GiB). More than 15 minutes need a verified channel.
  maxBytes: 274_877_906_944,
};

export const limits: Limits = {
  // The description, in which the whole text stands.
  text: textLimits.youtube,
  image,
  video,
};

/** Videos resource, `snippet.title`: 100 characters; the unit is not said, so the stricter is taken (UTF-16). */
export const MAX_TITLE = 100;
/** `snippet.description`: bytes. */
export const MAX_DESCRIPTION_BYTES = 5000;
/** `snippet.tags`: characters in all. */
export const MAX_TAGS = 500;

/** Since 2026-06-01 `videos.insert` has 100 calls a day per project, renewed at midnight Pacific time. */
export const quotas: readonly Quota[] = [{ posts: 100, window: { dayIn: 'America/Los_Angeles' }, of: 'app' }];
