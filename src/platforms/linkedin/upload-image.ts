import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { readAnswer } from '../http.ts';
import { readWithin, requireFit, requireShape } from '../media-limits.ts';
import type { Media, MediaFacts, Publishing } from '../publishing.ts';
import { isExpiredUpload, linkedinError } from './errors.ts';
import { image } from './limits.ts';
import { bearer, restGet, restPost } from './rest.ts';

type At = Publishing<unknown>;

export interface UploadedImage {
  readonly urn: string;
  readonly uploadedAt: number;
}

/** A question every 3 seconds, for 15 minutes. */
const pace = { seconds: 3, times: 300 };
/** Write-only tokens cannot ask whether an image is ready; others wait some seconds and it is. */
const UNREADABLE_WAIT_MS = 10_000;

const begun = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string().min(1) }) });

/** Announce and send in one step: an address that grew old is simply fetched anew. */
export function uploadImage(at: At, key: string, media: Media): Promise<UploadedImage> {
  return at.step.repeat(`${key}-upload`, async () => {
    requireImage(await media.probe());
    const answer = await restPost(at, '/rest/images?action=initializeUpload', {
      initializeUploadRequest: { owner: at.account.externalId },
    });
    const { uploadUrl, image: urn } = readAnswer(answer, begun).value;
    // The whole file in one request: in parts it arrives damaged.
    await putImage(at, uploadUrl, media, bearer(at.credentials));
    return { urn, uploadedAt: at.now() };
  });
}

export function requireImage(facts: MediaFacts): void {
  requireFit('linkedin', facts, image);
  requireShape('linkedin', facts, image);
}

export async function putImage(
  at: At,
  url: string,
  media: Media,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const open = await media.open();
  const body =
    open.size === null
      ? { body: await readWithin('linkedin', open, image.maxBytes) }
      : { body: open.stream, length: open.size };
  await at.call({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/octet-stream', ...headers },
    ...body,
    classify: (answer) => uploadError(at, answer),
    timeoutSeconds: 120,
  });
}

function uploadError(at: At, answer: CallAnswer): PostboteError {
  const error = linkedinError(answer, at.credentials.refreshToken !== undefined);
  if (!isExpiredUpload(answer)) return error;
  return new PostboteError('platform_not_ready', { facts: error.facts, raw: error.raw });
}

const state = z.object({
  status: z.enum(['WAITING_UPLOAD', 'PROCESSING', 'AVAILABLE', 'PROCESSING_FAILED']),
  processingFailureReason: z.string().optional(),
});

export type MediaStatus = z.infer<typeof state>['status'];

export async function imageReady(at: At, key: string, { urn, uploadedAt }: UploadedImage): Promise<void> {
  await at.step.until(`${key}-ready`, pace, async () => {
    try {
      return isAvailable(await readState(at, 'images', urn));
    } catch (error) {
      const unreadable = error instanceof PostboteError && error.code === 'platform_permission';
      if (!unreadable) throw error;
      return at.now() - uploadedAt >= UNREADABLE_WAIT_MS ? true : null;
    }
  });
}

export function readState(at: At, kind: 'images' | 'videos', urn: string): Promise<z.infer<typeof state>> {
  return restGet(at, `/rest/${kind}/${encodeURIComponent(urn)}`, state);
}

export function isAvailable({ status, processingFailureReason: raw }: z.infer<typeof state>): true | null {
  if (status === 'PROCESSING_FAILED') {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'linkedin', reason: 'processing_failed' },
      raw: raw?.slice(0, 500) ?? status,
    });
  }
  return status === 'AVAILABLE' ? true : null;
}
