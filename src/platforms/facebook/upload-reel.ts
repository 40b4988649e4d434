import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { measure, requireFit, requireLength } from '../media-limits.ts';
import { GRAPH_VERSION } from '../meta/version.ts';
import type { Media, MediaFacts, Publishing } from '../publishing.ts';
import { byteSource } from './byte-source.ts';
import { uploadError } from './errors.ts';
import { graph } from './graph.ts';
import { reel, video } from './limits.ts';
import type { UploadedVideo } from './upload-video.ts';
import { isUploaded, progressOf, readVideo } from './video-status.ts';

type At = Publishing<unknown>;

const PART_BYTES = 4 * 1024 * 1024;
/** A question every 5 seconds, for 30 minutes. */
const pace = { seconds: 5, times: 360 };

const begun = z.object({ video_id: z.string() });

/** POST /{page-id}/video_reels, start, and the bytes to rupload: nothing of this is public. */
export async function uploadReel(at: At, media: Media): Promise<UploadedVideo> {
  const upload = await at.step.repeat('reel-begin', async () => {
    const facts = await media.probe();
    requireFit('facebook', facts, video);
    requireUpright(facts);
    requireLength('facebook', facts, reel.seconds);
    const bytes = facts.size ?? (await measure('facebook', media, video.maxBytes));
    const form = { upload_phase: 'start' };
    const { video_id: videoId } = await graph.post(at, `${at.account.externalId}/video_reels`, form, begun);
    return { videoId, bytes, sliceable: facts.size !== null };
  });
  await at.step.repeat('reel-bytes', () => sendBytes(at, media, upload));
  await at.step.until('reel-uploaded', pace, () => askUploaded(at, upload.videoId));
  return { videoId: upload.videoId, session: '' };
}

/** One request holds everything from the offset to the end; a broken one is taken up where it broke. */
async function sendBytes(
  at: At,
  media: Media,
  { videoId, bytes, sliceable }: { videoId: string; bytes: number; sliceable: boolean },
): Promise<null> {
  const offset = (await readVideo(at, videoId)).bytes;
  if (offset >= bytes) return null;
  const source = byteSource(media, sliceable);
  let sent = offset;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const end = Math.min(sent + PART_BYTES, bytes);
        controller.enqueue(await source.read(sent, end));
        sent = end;
        if (sent === bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  try {
    await at.call({
      method: 'POST',
      // Not the address of the answer: the token goes to no host but the configured one.
      url: `${at.hosts.rupload}/video-upload/${GRAPH_VERSION}/${videoId}`,
      headers: {
        authorization: `OAuth ${at.credentials.accessToken}`,
        'content-type': 'application/octet-stream',
        offset: String(offset),
        file_size: String(bytes),
      },
      body,
      length: bytes - offset,
      classify: uploadError,
      timeoutSeconds: 60 * 60,
    });
  } finally {
    await source.close();
  }
  return null;
}

async function askUploaded(at: At, videoId: string): Promise<true | null> {
  const progress = await readVideo(at, videoId);
  if (progressOf(progress) === 'broken') {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'facebook', reason: 'processing_failed' },
      raw: progress.words,
    });
  }
  return isUploaded(progress) ? true : null;
}

/** Where the pixels are known; Facebook looks again. */
function requireUpright({ width, height }: MediaFacts): void {
  if (width === null || height === null) return;
  const isUpright = Math.abs(width / height - reel.ratio) < 0.02;
  if (isUpright && width >= reel.width && height >= reel.height) return;
  throw new PostboteError('media_rejected', {
    facts: { platform: 'facebook', reason: 'wrong_size', width, height, needed: '9:16, 540×960' },
  });
}
