import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

/** Also the rule for a video's cover. */
export const image: ImageLimits = {
  // The specification names JPEG and PNG for bytes; by address the others are reported to work too.
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  // Pinterest's help pages; the API's specification is silent.
  maxBytes: 20 * 1024 * 1024,
  byAddress: true,
};

export const video: MediaLimits = {
  // MP4, MOV and M4V (which is MP4 to its bytes).
  types: ['video/mp4', 'video/quicktime'],
  // Pinterest's help pages; the API's specification is silent.
  maxBytes: 2 * 1024 * 1024 * 1024,
  // Likewise.
  seconds: { min: 4, max: 15 * 60 },
};

export const limits: Limits = {
  text: textLimits.pinterest,
  image,
  video,
  // OpenAPI 5.23.0: minItems 2, maxItems 5.
  carousel: { min: 2, max: 5 },
};

/** OpenAPI 5.23.0, `maxLength`: counted in code points. */
export const MAX_TITLE = 100;
export const MAX_LINK = 2048;
export const MAX_ALT_TEXT = 500;

/** Standard access, category org_write: 100 calls a minute; a film takes two. */
export const quotas: readonly Quota[] = [{ posts: 50, window: { seconds: 60 }, of: 'account' }];
