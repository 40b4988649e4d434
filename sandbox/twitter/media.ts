import { findObject, putObject } from '../objects.ts';
import type { Call } from '../platform.ts';
import type { Moment, World } from '../world.ts';
import { twitter } from './oauth.ts';
import { invalidRequest } from './problems.ts';

export const mediaLifetimeSeconds = 86_400;
const processingSeconds = 2;

export interface Segment {
  readonly size: number;
  readonly sha256: string;
}

export interface UploadedMedia {
  readonly account: string;
  readonly id: string;
  readonly mediaKey: string;
  readonly category: string;
  readonly type: string;
  readonly totalBytes: number;
  readonly createdAt: number;
  readonly segments: Readonly<Record<string, Segment>>;
  /** When finalize was called; null before. */
  readonly finalized: Moment | null;
  readonly seconds: number;
  readonly isRejected: boolean;
  readonly altText: string;
}

/** X's own limits by category; the video figure is the one of August 2026. */
const limits: Readonly<Record<string, { types: RegExp; maxBytes: number; keyPrefix: string }>> = {
  tweet_image: {
    types: /^image\/(jpeg|pjpeg|png|webp|gif|bmp|tiff)$/,
    maxBytes: 5 * 1024 * 1024,
    keyPrefix: '3',
  },
  tweet_gif: { types: /^image\/gif$/, maxBytes: 15 * 1024 * 1024, keyPrefix: '16' },
  tweet_video: { types: /^video\//, maxBytes: 512 * 1024 * 1024, keyPrefix: '7' },
  amplify_video: { types: /^video\//, maxBytes: 512 * 1024 * 1024, keyPrefix: '13' },
};

/** Checks what is announced (or, in one call, what came) and gives the prefix of its media key. */
export function checkMedia(category: string, type: string, size: number): string {
  const limit = Object.hasOwn(limits, category) ? limits[category] : undefined;
  if (limit === undefined)
    return invalidRequest(`media_category ${category} is not supported`, { media_category: [category] });
  if (!limit.types.test(type)) return invalidRequest('media type unrecognized.', { media_type: [type] });
  if (!Number.isInteger(size) || size < 1)
    return invalidRequest('total_bytes must be a positive integer', { total_bytes: [size] });
  if (size > limit.maxBytes)
    return invalidRequest(`File size exceeds ${limit.maxBytes} bytes.`, { total_bytes: [size] });
  return limit.keyPrefix;
}

export function isVideo(media: UploadedMedia): boolean {
  return media.category === 'tweet_video' || media.category === 'amplify_video';
}

export function saveMedia(world: World, media: UploadedMedia): void {
  putObject(world.store, twitter, 'media', media.account, media.id, media);
}

export function findMedia(world: World, account: string, id: string): UploadedMedia | null {
  const media = findObject<UploadedMedia>(world.store, twitter, 'media', id, account)?.data ?? null;
  return media === null || media.createdAt + mediaLifetimeSeconds * 1000 <= world.now() ? null : media;
}

export function isReady(world: World, media: UploadedMedia): boolean {
  return media.finalized !== null && !media.isRejected && world.passed(media.finalized, media.seconds);
}

/** Pictures are ready at once unless a fault says otherwise; video takes its time. */
export function finalize(call: Call, media: UploadedMedia): UploadedMedia {
  const slower = call.takeFault('slow_processing', media.account)?.seconds ?? 0;
  const isRejected = call.takeFault('rejected_media', media.account) !== null;
  const needsWork = media.category !== 'tweet_image';
  return {
    ...media,
    finalized: call.world.moment(),
    seconds: (needsWork ? processingSeconds : 0) + slower,
    isRejected,
  };
}

export function mediaView(world: World, media: UploadedMedia): Record<string, unknown> {
  const left = Math.floor((media.createdAt - world.now()) / 1000) + mediaLifetimeSeconds;
  return {
    id: media.id,
    media_key: media.mediaKey,
    expires_after_secs: Math.max(0, left),
    ...(media.finalized === null ? {} : { size: media.totalBytes }),
    ...(media.finalized !== null && !isVideo(media) ? { image: { image_type: media.type, w: 0, h: 0 } } : {}),
    ...processingInfo(world, media),
  };
}

function processingInfo(world: World, media: UploadedMedia): Record<string, unknown> {
  if (media.finalized === null || (media.seconds === 0 && !media.isRejected)) return {};
  if (!world.passed(media.finalized, media.seconds)) {
    const percent = Math.floor((world.now() - media.finalized.at) / (media.seconds * 10));
    const state = percent < 5 ? 'pending' : 'in_progress';
    return {
      processing_info: { state, check_after_secs: 1, progress_percent: Math.min(99, Math.max(0, percent)) },
    };
  }
  if (!media.isRejected) return { processing_info: { state: 'succeeded', progress_percent: 100 } };
  const error = { code: 1, name: 'InvalidMedia', message: 'The media could not be processed' };
  return { processing_info: { state: 'failed', progress_percent: 100, error } };
}
