import { textLimits } from '../../contract/text-limits.ts';
import type { CallBudget, ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

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
  seconds: { min: 0, max: 12 * 60 * 60 },
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

/** Quotas are a Cloud project's and are renewed at midnight Pacific time. */
const window = { dayIn: 'America/Los_Angeles' };

/** Since 2026-06-01 `videos.insert` has 100 calls a day of its own. */
export const quotas: readonly Quota[] = [{ posts: 100, window, of: 'app' }];

const THUMBNAIL_UNITS = 50;
const QUESTION_UNITS = 1;

/** All other calls share 10,000 units a day (determine_quota_cost); no answer tells what is left, so we count. */
export const budget: CallBudget = {
  units: 10_000,
  window,
  // The thumbnail, up to 52 questions about its processing (`processing.ts`), and the search for a video that got lost.
  perPost: THUMBNAIL_UNITS + 60 * QUESTION_UNITS,
  forPosts: 5_000,
  cost({ url }) {
    const { pathname } = new URL(url);
    if (/\/upload\/youtube\/v3\/thumbnails\/set$/.test(pathname)) return THUMBNAIL_UNITS;
    // Uploads have a bucket of their own, and Analytics is another API.
    return !pathname.includes('/upload/') && /\/youtube\/v3\/\w+$/.test(pathname) ? QUESTION_UNITS : 0;
  },
};
