import { PostboteError } from '../../errors.ts';
import type { Media, Publishing } from '../publishing.ts';
import { isExpiredUpload, linkedinError } from './errors.ts';
import type { VideoUpload } from './upload-video.ts';

type At = Publishing<unknown>;
type Instruction = VideoUpload['uploadInstructions'][number];
/** The parts' tags in order; null when the addresses have grown too old. */
type Tags = readonly string[] | null;

/** So much is remembered as one step: what is sent again after a crash (16 × 4 MiB). */
const PARTS_PER_STEP = 16;
/** The most that a medium hands out at once. */
const SLICE_BYTES = 8 * 1024 * 1024;

class ExpiredUpload extends Error {}

/** Cut as LinkedIn's instructions say, which may change; sending a part again is safe. */
export async function putSlices(at: At, name: string, media: Media, upload: VideoUpload): Promise<Tags> {
  const tags: string[] = [];
  for (let first = 0; first < upload.uploadInstructions.length; first += PARTS_PER_STEP) {
    const some = await at.step.repeat(`${name}-parts-${first}`, () =>
      unlessExpired(async () => {
        const sent: string[] = [];
        for (const part of upload.uploadInstructions.slice(first, first + PARTS_PER_STEP)) {
          sent.push(await putPart(at, upload, part, await sliceOf(media, part)));
        }
        return sent;
      }),
    );
    if (some === null) return null;
    tags.push(...some);
  }
  return tags;
}

async function sliceOf(media: Media, { firstByte, lastByte }: Instruction) {
  const end = lastByte + 1;
  if (end - firstByte <= SLICE_BYTES) return await media.slice(firstByte, end);
  let at = firstByte;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = Math.min(at + SLICE_BYTES, end);
        controller.enqueue(await media.slice(at, next));
        at = next;
        if (at === end) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** For a server that does not state the size (and so cannot cut slices): one pass, one part in memory. */
export function putStream(at: At, name: string, media: Media, upload: VideoUpload): Promise<Tags> {
  return at.step.repeat(`${name}-parts`, () =>
    unlessExpired(async () => {
      const { stream } = await media.open();
      const tags: string[] = [];
      let held: Uint8Array = new Uint8Array();
      let gathered: Uint8Array[] = [];
      let size = 0;
      for await (const piece of stream) {
        gathered.push(piece);
        size += piece.byteLength;
        for (;;) {
          const part = upload.uploadInstructions[tags.length];
          const length = part ? part.lastByte - part.firstByte + 1 : Number.POSITIVE_INFINITY;
          if (!part || size < length) break;
          held = Buffer.concat(gathered);
          tags.push(await putPart(at, upload, part, held.subarray(0, length)));
          gathered = [held.subarray(length)];
          size -= length;
        }
      }
      if (tags.length === upload.uploadInstructions.length && size === 0) return tags;
      throw new PostboteError('media_unreachable', { facts: { platform: 'linkedin', reason: 'changed' } });
    }),
  );
}

async function putPart(
  at: At,
  { uploadUrlsExpireAt = Number.POSITIVE_INFINITY }: VideoUpload,
  { uploadUrl, firstByte, lastByte }: Instruction,
  body: Uint8Array | ReadableStream<Uint8Array>,
): Promise<string> {
  if (at.now() >= uploadUrlsExpireAt) throw new ExpiredUpload();
  const answer = await at.call({
    method: 'PUT',
    url: uploadUrl,
    // The address is the permission: no token is sent along.
    headers: { 'content-type': 'application/octet-stream' },
    body,
    length: lastByte - firstByte + 1,
    classify: (refusal) => (isExpiredUpload(refusal) ? new ExpiredUpload() : linkedinError(refusal)),
    timeoutSeconds: 120,
  });
  const tag = answer.headers.get('etag');
  if (tag !== null) return tag;
  throw new PostboteError('platform_unavailable', { raw: `${answer.status} part without an ETag` });
}

async function unlessExpired(send: () => Promise<string[]>): Promise<Tags> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ExpiredUpload) return null;
    throw error;
  }
}
