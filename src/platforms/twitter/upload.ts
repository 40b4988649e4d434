import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { twitterError } from './errors.ts';
import { gif, image, video } from './limits.ts';

type At = Publishing<unknown>;

/** At most 5 MB advised, segment numbers end at 999. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** So much is remembered as one step: what is sent again after a crash. */
const CHUNKS_PER_STEP = 16;
/** A question every 5 seconds, for an hour: so long may a long film take. */
const pace = { seconds: 5, times: 720 };

const processing = z.object({ state: z.enum(['pending', 'in_progress', 'succeeded', 'failed']) });
const uploaded = z.object({ data: z.object({ processing_info: processing.optional() }) });
const begun = z.object({ data: z.object({ id: z.string(), media_key: z.string().optional() }) });

export interface UploadedMedia {
  readonly id: string;
  /** The key under which the timeline shows it. */
  readonly mediaKey: string | null;
}

/** Initialize, append, finalize, wait: nothing of this is public, all of it may be repeated. */
export async function uploadMedia(at: At, key: string, media: Media, alone: boolean): Promise<UploadedMedia> {
  const { id, mediaKey, bytes, sliceable } = await at.step.repeat(`${key}-begin`, () =>
    initialize(at, media, alone),
  );
  if (sliceable) await appendSlices(at, key, media, id, bytes);
  else await at.step.repeat(`${key}-append`, () => appendStream(at, media, id));
  const ready = await at.step.repeat(`${key}-finish`, () => finalize(at, id));
  if (!ready) await at.step.until(`${key}-processed`, pace, () => askStatus(at, id));
  if (media.kind === 'image' && media.alt !== '') {
    await at.step.repeat(`${key}-alt`, () => describe(at, id, media.alt));
  }
  return { id, mediaKey };
}

async function initialize(at: At, media: Media, alone: boolean) {
  const facts = await media.probe();
  const isGif = facts.type === 'image/gif' && alone;
  const limits = media.kind === 'video' ? video : isGif ? gif : image;
  requireFit('twitter', facts, limits);
  const bytes = facts.size ?? (await measure('twitter', media, limits.maxBytes));
  const category = media.kind === 'video' ? 'tweet_video' : isGif ? 'tweet_gif' : 'tweet_image';
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/2/media/upload/initialize`,
    headers: bearer(at),
    json: { media_type: facts.type, total_bytes: bytes, media_category: category },
    classify: twitterError,
  });
  const { id, media_key: mediaKey = null } = readAnswer(answer, begun).data;
  return { id, mediaKey, bytes, sliceable: facts.size !== null };
}

async function appendSlices(at: At, key: string, media: Media, id: string, bytes: number): Promise<void> {
  const chunks = Math.ceil(bytes / CHUNK_BYTES);
  for (let first = 0; first < chunks; first += CHUNKS_PER_STEP) {
    await at.step.repeat(`${key}-append-${first}`, async () => {
      const end = Math.min(first + CHUNKS_PER_STEP, chunks);
      for (let index = first; index < end; index += 1) {
        const start = index * CHUNK_BYTES;
        await append(at, id, index, await media.slice(start, Math.min(start + CHUNK_BYTES, bytes)));
      }
      return null;
    });
  }
}

/** For a server that does not state the size (and so cannot cut slices): one pass, one chunk in memory. */
async function appendStream(at: At, media: Media, id: string): Promise<null> {
  const { stream } = await media.open();
  let held: Uint8Array[] = [];
  let size = 0;
  let index = 0;
  for await (const piece of stream) {
    held.push(piece);
    size += piece.byteLength;
    while (size >= CHUNK_BYTES) {
      const joined = Buffer.concat(held);
      await append(at, id, index, joined.subarray(0, CHUNK_BYTES));
      index += 1;
      held = [joined.subarray(CHUNK_BYTES)];
      size -= CHUNK_BYTES;
    }
  }
  if (size > 0) await append(at, id, index, Buffer.concat(held));
  return null;
}

async function append(at: At, id: string, index: number, chunk: Uint8Array): Promise<void> {
  const body = new FormData();
  body.set('segment_index', String(index));
  body.set(
    'media',
    new Blob([chunk as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }),
    'chunk',
  );
  await at.call({
    method: 'POST',
    url: `${at.hosts.api}/2/media/upload/${id}/append`,
    headers: bearer(at),
    body,
    classify: twitterError,
    timeoutSeconds: 120,
  });
}

async function finalize(at: At, id: string): Promise<boolean> {
  try {
    const answer = await at.call({
      method: 'POST',
      url: `${at.hosts.api}/2/media/upload/${id}/finalize`,
      headers: bearer(at),
      classify: twitterError,
      timeoutSeconds: 60,
    });
    return isReady(readAnswer(answer, uploaded).data.processing_info?.state);
  } catch (error) {
    // A repeat after a lost answer is refused; the status knows whether the first one worked.
    const refused = error instanceof PostboteError && error.code === 'platform_rejected';
    if (!refused) throw error;
    return (await askStatus(at, id).catch(() => Promise.reject(error))) !== null;
  }
}

async function askStatus(at: At, id: string): Promise<true | null> {
  const query = new URLSearchParams({ command: 'STATUS', media_id: id });
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/2/media/upload?${query}`,
    headers: bearer(at),
    classify: twitterError,
  });
  return isReady(readAnswer(answer, uploaded).data.processing_info?.state) ? true : null;
}

/** No processing information at all means that there was nothing to process. */
function isReady(state: z.infer<typeof processing>['state'] | undefined): boolean {
  if (state === 'failed') {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'twitter', reason: 'processing_failed' },
    });
  }
  return state === undefined || state === 'succeeded';
}

async function describe(at: At, id: string, alt: string): Promise<null> {
  await at.call({
    method: 'POST',
    url: `${at.hosts.api}/2/media/metadata`,
    headers: bearer(at),
    json: { id, metadata: { alt_text: { text: alt } } },
    classify: twitterError,
  });
  return null;
}

export function bearer(at: At): { authorization: string } {
  return { authorization: `Bearer ${at.credentials.accessToken}` };
}
