import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

/**
 * "Maximum 1080p". Which side is meant is not documented; posts with a picture of 1086 × 1448 fail and those
 * with 941 × 1672 pass, so it is the shorter one (gitroomhq/postiz-app #1875).
 */
export const MAX_SHORTER_SIDE = 1080;

export const image: ImageLimits = {
  // Photo post restrictions (Media Transfer Guide): WebP and JPEG, no PNG.
  types: ['image/jpeg', 'image/webp'],
  // "20MB"; the smaller reading is safe.
  maxBytes: 20_000_000,
  maxShorterSide: MAX_SHORTER_SIDE,
  byAddress: true,
};

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime', 'video/webm'],
  // Video restrictions: "4GB"; the smaller reading is safe.
  maxBytes: 4_000_000_000,
  // Video restrictions; a creator may be allowed less, which creator_info tells.
  seconds: { min: 0, max: 10 * 60 },
};

/** UTF-16 units; the text itself is the description. */
export const MAX_PHOTO_TITLE = 90;
export const MAX_PHOTOS = 35;

export const limits: Limits = {
  // A video's caption 2,200, a photo post's description 4,000 UTF-16 units.
  text: textLimits.tiktok,
  image,
  video,
  carousel: { min: 2, max: MAX_PHOTOS },
};

/**
 * Chunks have 5 to 64 MB (Media Transfer Guide), and the last one also holds what is left over. The smallest
 * size keeps the last one small: it is the request that publishes. 4 GB make 763 chunks of at most 1,000.
 */
const CHUNK_BYTES = 5 * 1024 * 1024;

export interface Chunks {
  readonly size: number;
  readonly count: number;
}

export function planChunks(bytes: number): Chunks {
  if (bytes < 2 * CHUNK_BYTES) return { size: bytes, count: 1 };
  return { size: CHUNK_BYTES, count: Math.floor(bytes / CHUNK_BYTES) };
}

/** `init` takes 6 a minute per token; the cap of a day is told by creator_info, which is asked before each post. */
export const quotas: readonly Quota[] = [{ posts: 6, window: { seconds: 60 }, of: 'account' }];
