import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, MediaLimits, Quota } from '../limits.ts';

export const image: ImageLimits = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  // Lexicon app.bsky.embed.images, maxSize; a larger blob is taken by the upload and refused by the post.
  maxBytes: 2_000_000,
};

/** Lexicon app.bsky.embed.external, thumb. */
export const linkThumb: MediaLimits = { types: image.types, maxBytes: 1_000_000 };

export const video: MediaLimits = {
  types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/mpeg'],
  // social-app src/lib/constants.ts (2026); formerly 100 MB.
  maxBytes: 300_000_000,
  // The same constants; formerly 3 minutes.
  seconds: { min: 0, max: 10 * 60 },
};

export const limits: Limits = {
  // 300 graphemes and 3,000 bytes, both checked by the server.
  text: textLimits.bluesky,
  image,
  video,
  // Lexicon app.bsky.embed.gallery: at most 20, "clients should currently enforce a soft limit of 10".
  carousel: { min: 2, max: 10 },
};

/** 5,000 points an hour and 35,000 a day per account; a record costs 3 (docs.bsky.app, rate limits). */
export const quotas: readonly Quota[] = [
  { posts: 1_666, window: { seconds: 60 * 60 }, of: 'account' },
  { posts: 11_666, window: { seconds: 24 * 60 * 60 }, of: 'account' },
];
