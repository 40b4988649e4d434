import { textLimits } from '../../contract/text-limits.ts';
import type { ImageLimits, Limits, Quota } from '../limits.ts';

/** Business Profile help, "photos": JPG or PNG, 10 KB to 5 MB, at least 250 × 250. */
export const image: ImageLimits = {
  types: ['image/jpeg', 'image/png'],
  maxBytes: 5_000_000,
  minSide: 250,
  byAddress: true,
};
export const MIN_IMAGE_BYTES = 10_240;

/** One picture; a second one and films are not taken on posts. */
export const limits: Limits = { text: textLimits.google_business, image };

/** The API refuses more; the reference is silent. */
export const MAX_EVENT_TITLE = 58;

/** 10 edits a minute per profile, which Google does not raise. */
export const quotas: readonly Quota[] = [{ posts: 10, window: { seconds: 60 }, of: 'account' }];
