import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { byteSource } from './byte-source.ts';
import { graph } from './graph.ts';
import { video } from './limits.ts';
import { readVideo } from './video-status.ts';

type At = Publishing<unknown>;

/** What is sent at once when Facebook does not ask for less. */
const CHUNK_BYTES = 4 * 1024 * 1024;

const offset = z.union([z.string(), z.number()]).transform(Number);
const range = z.object({ start_offset: offset, end_offset: offset });
const begun = range.extend({ upload_session_id: z.string(), video_id: z.string() });

export interface UploadedVideo {
  readonly videoId: string;
  readonly session: string;
}

/** POST /{page-id}/videos, start and transfer: nothing of this is public, all of it may be repeated. */
export async function uploadVideo(at: At, media: Media): Promise<UploadedVideo> {
  const upload = await at.step.repeat('video-begin', async () => {
    const facts = await media.probe();
    requireFit('facebook', facts, video);
    const bytes = facts.size ?? (await measure('facebook', media, video.maxBytes));
    const form = { upload_phase: 'start', file_size: String(bytes) };
    const answer = await graph.post(at, `${at.account.externalId}/videos`, form, begun);
    return {
      videoId: answer.video_id,
      session: answer.upload_session_id,
      bytes,
      chunkBytes: Math.min(answer.end_offset - answer.start_offset || CHUNK_BYTES, CHUNK_BYTES),
      sliceable: facts.size !== null,
    };
  });
  await at.step.repeat('video-bytes', async () => {
    const source = byteSource(media, upload.sliceable);
    try {
      // After a crash Facebook knows how far we came.
      let start = (await readVideo(at, upload.videoId)).bytes;
      while (start < upload.bytes) {
        const end = Math.min(start + upload.chunkBytes, upload.bytes);
        start = await transfer(at, upload.session, start, await source.read(start, end));
      }
    } finally {
      await source.close();
    }
    return null;
  });
  return { videoId: upload.videoId, session: upload.session };
}

/** Gives the offset to go on from. */
async function transfer(at: At, session: string, start: number, chunk: Uint8Array): Promise<number> {
  const body = new FormData();
  body.set('upload_phase', 'transfer');
  body.set('upload_session_id', session);
  body.set('start_offset', String(start));
  body.set('video_file_chunk', new Blob([chunk as Uint8Array<ArrayBuffer>]), 'chunk');
  const options = { timeoutSeconds: 120 };
  const { start_offset: next } = await graph.post(
    at,
    `${at.account.externalId}/videos`,
    body,
    range,
    options,
  );
  // Without progress this would never end.
  if (next > start) return next;
  throw new PostboteError('platform_unavailable', { facts: { platform: 'facebook', reason: 'no_progress' } });
}
