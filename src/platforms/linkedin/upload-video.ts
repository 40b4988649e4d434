import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { VIDEO_MIN_BYTES, video } from './limits.ts';
import { restPost } from './rest.ts';
import { isAvailable, putImage, readState, requireImage } from './upload-image.ts';
import { putSlices, putStream } from './video-parts.ts';

type At = Publishing<unknown>;

/** Upload addresses grow old; then everything is announced anew. */
const ATTEMPTS = 3;
/** A question every 5 seconds, for 15 minutes. */
const pace = { seconds: 5, times: 180 };

const begun = z.object({
  value: z.object({
    video: z.string().min(1),
    uploadToken: z.string().default(''),
    uploadUrlsExpireAt: z.number().optional(),
    uploadInstructions: z
      .array(z.object({ uploadUrl: z.url(), firstByte: z.number(), lastByte: z.number() }))
      .min(1),
    thumbnailUploadUrl: z.url().optional(),
  }),
});

export type VideoUpload = z.infer<typeof begun>['value'] & { readonly sliceable: boolean };

/** Initialize, parts, cover, finalize, wait: nothing of this is public, all of it may be repeated. */
export async function uploadVideo(at: At, key: string, media: Media, cover: Media | null): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const name = `${key}-${attempt}`;
    const upload = await at.step.repeat(`${name}-begin`, () => initialize(at, media, cover));
    const put = upload.sliceable ? putSlices : putStream;
    const tags = await put(at, name, media, upload);
    if (tags === null) continue;
    const { thumbnailUploadUrl: coverUrl, video: urn } = upload;
    if (cover && coverUrl !== undefined) {
      await at.step.repeat(`${name}-cover`, async () => {
        await putImage(at, coverUrl, cover, { 'media-type-family': 'STILLIMAGE' });
        return null;
      });
    }
    await at.step.repeat(`${name}-finish`, () => finalize(at, upload, tags));
    await at.step.until(`${name}-ready`, pace, async () => isAvailable(await readState(at, 'videos', urn)));
    return urn;
  }
  throw new PostboteError('platform_rejected', {
    facts: { platform: 'linkedin', reason: 'EXPIRED_UPLOAD_URL' },
  });
}

async function initialize(at: At, media: Media, cover: Media | null): Promise<VideoUpload> {
  const facts = await media.probe();
  requireFit('linkedin', facts, video);
  if (cover) requireImage(await cover.probe());
  const bytes = facts.size ?? (await measure('linkedin', media, video.maxBytes));
  if (bytes < VIDEO_MIN_BYTES) {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'linkedin', reason: 'too_small', bytes, min: VIDEO_MIN_BYTES },
    });
  }
  const answer = await restPost(at, '/rest/videos?action=initializeUpload', {
    initializeUploadRequest: {
      owner: at.account.externalId,
      fileSizeBytes: bytes,
      uploadCaptions: false,
      uploadThumbnail: cover !== null,
    },
  });
  return { ...readAnswer(answer, begun).value, sliceable: facts.size !== null };
}

async function finalize(
  at: At,
  { video: urn, uploadToken }: VideoUpload,
  tags: readonly string[],
): Promise<null> {
  try {
    await restPost(at, '/rest/videos?action=finalizeUpload', {
      // In the order of the bytes: another order is accepted and makes a scrambled film.
      finalizeUploadRequest: { video: urn, uploadToken, uploadedPartIds: tags },
    });
  } catch (error) {
    // A repeat after a lost answer may be refused; the status knows whether the first one worked.
    const refused = error instanceof PostboteError && error.code === 'platform_rejected';
    if (!refused) throw error;
    const { status } = await readState(at, 'videos', urn).catch(() => Promise.reject(error));
    if (status === 'WAITING_UPLOAD') throw error;
  }
  return null;
}
