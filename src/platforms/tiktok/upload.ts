import { PostboteError } from '../../errors.ts';
import type { Media, Publishing } from '../publishing.ts';
import { fetchStatus } from './api.ts';
import { tiktokError } from './errors.ts';
import type { Chunks } from './limits.ts';

type At = Publishing<unknown>;

/** What init promised. */
export interface Upload {
  readonly publishId: string;
  readonly url: string;
  readonly begunAt: number;
  readonly type: string;
  readonly bytes: number;
  readonly chunks: Chunks;
  /** False where the server does not tell the size, and so cannot cut slices cheaply. */
  readonly isSliceable: boolean;
}

/** So much is remembered as one step: what is sent again after a crash. */
const CHUNKS_PER_STEP = 16;
const MAX_SLICE_BYTES = 8 * 1024 * 1024;
const UPLOAD_URL_MS = 60 * 60 * 1000;

/** All chunks but the last: nothing becomes public before that one. False: the address no longer works. */
export async function sendBody(at: At, key: string, upload: Upload, media: Media): Promise<boolean> {
  const { count, size } = upload.chunks;
  const end = count - 1;
  if (end === 0) return true;
  if (!upload.isSliceable) return await at.step.repeat(`${key}-body`, () => sendStream(at, upload, media));
  for (let first = 0; first < end; first += CHUNKS_PER_STEP) {
    const isSent = await at.step.repeat(`${key}-chunk-${first}`, async () => {
      let arrived: number | null = 0;
      for (let index = first; index < Math.min(first + CHUNKS_PER_STEP, end); index += 1) {
        const start = index * size;
        // After a crash the first chunk's refusal tells how far we came: the upload goes on from there.
        if (arrived >= start + size) continue;
        arrived = await putChunk(at, upload, start, await readRange(media, start, start + size));
        if (arrived === null) return false;
      }
      return true;
    });
    if (!isSent) return false;
  }
  return true;
}

/** One pass, one chunk in memory. */
async function sendStream(at: At, upload: Upload, media: Media): Promise<boolean> {
  const { count, size } = upload.chunks;
  const { stream } = await media.open();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let index = 0;
  // Leaving the loop early closes the stream.
  for await (const piece of stream) {
    held.push(piece);
    heldBytes += piece.byteLength;
    while (heldBytes >= size && index < count - 1) {
      const joined = Buffer.concat(held);
      if ((await putChunk(at, upload, index * size, joined.subarray(0, size))) === null) return false;
      index += 1;
      held = [joined.subarray(size)];
      heldBytes -= size;
    }
    if (index === count - 1) return true;
  }
  throw new PostboteError('media_rejected', { facts: { platform: 'tiktok', reason: 'changed' } });
}

/** The last chunk, which also holds what is left over: with it the post is made. */
export async function sendLast(at: At, upload: Upload, media: Media): Promise<boolean> {
  const start = (upload.chunks.count - 1) * upload.chunks.size;
  return (await putChunk(at, upload, start, await readRange(media, start, upload.bytes))) !== null;
}

async function readRange(media: Media, start: number, end: number): Promise<Uint8Array> {
  const slices: Uint8Array[] = [];
  for (let at = start; at < end; at += MAX_SLICE_BYTES) {
    slices.push(await media.slice(at, Math.min(at + MAX_SLICE_BYTES, end)));
  }
  return slices.length === 1 && slices[0] ? slices[0] : Buffer.concat(slices);
}

/** How many bytes have arrived with it; null: the address no longer works. */
async function putChunk(at: At, upload: Upload, start: number, chunk: Uint8Array): Promise<number | null> {
  const end = start + chunk.byteLength;
  let refusedWith = 0;
  try {
    await at.call({
      method: 'PUT',
      url: upload.url,
      headers: {
        'content-type': upload.type,
        'content-range': `bytes ${start}-${end - 1}/${upload.bytes}`,
      },
      body: chunk,
      classify: (answer) => {
        refusedWith = answer.status;
        return tiktokError(answer);
      },
      timeoutSeconds: 120,
    });
    return end;
  } catch (error) {
    // 403: the address is too old; 404: unknown; 416: not the next bytes. A chunk whose answer was lost may well
    // have arrived, and an upload that is complete may have closed its address: what has arrived decides.
    if (![403, 404, 416].includes(refusedWith)) throw error;
    const arrived = await arrivedBytes(at, upload);
    if (arrived >= end) return arrived;
    if (isExpired(at, upload)) return null;
    throw new PostboteError('platform_not_ready', {
      facts: { platform: 'tiktok', reason: `upload_${refusedWith}` },
      raw: error instanceof PostboteError ? error.raw : undefined,
    });
  }
}

/** Once the state is another than waiting for bytes, all of them have arrived. */
export async function arrivedBytes(at: At, { publishId, bytes }: Upload): Promise<number> {
  const { status, uploaded_bytes: arrived } = await fetchStatus(at, publishId);
  if (status !== 'PROCESSING_UPLOAD') return bytes;
  if (arrived !== undefined) return arrived;
  throw new PostboteError('platform_unavailable', { raw: 'PROCESSING_UPLOAD without uploaded_bytes' });
}

/** The address lives an hour; afterwards an unfinished upload can never be finished. */
export function isExpired(at: At, upload: Upload): boolean {
  return at.now() - upload.begunAt >= UPLOAD_URL_MS;
}
