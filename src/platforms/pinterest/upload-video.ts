import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, OpenMedia, Publishing } from '../publishing.ts';
import { get, post } from './api.ts';
import { uploadError } from './errors.ts';
import { video } from './limits.ts';

type At = Publishing<unknown>;

/** A question every 5 seconds, for 15 minutes. */
const pace = { seconds: 5, times: 180 };

const registered = z.object({
  media_id: z.string().min(1),
  upload_url: z.url(),
  upload_parameters: z.record(z.string(), z.string()),
});
const uploaded = z.object({ status: z.enum(['registered', 'processing', 'succeeded', 'failed']) });

/** Register, hand over, wait. Nothing of it is public; an upload that broke off is begun anew. */
export async function uploadVideo(at: At, media: Media): Promise<string> {
  const id = await at.step.repeat('video', () => handOver(at, media));
  await at.step.until('video-ready', pace, () => askStatus(at, id));
  return id;
}

async function handOver(at: At, media: Media): Promise<string> {
  const facts = await media.probe();
  requireFit('pinterest', facts, video);
  const size = facts.size ?? (await measure('pinterest', media, video.maxBytes));
  const place = await post(at, 'media', { media_type: 'video' }, registered);
  const { type, body, length } = form(place.upload_parameters, await media.open(), size);
  await at.call({
    method: 'POST',
    url: place.upload_url,
    // The form is signed; no login goes to the bucket.
    headers: { 'content-type': type },
    body,
    length,
    classify: uploadError,
    timeoutSeconds: 60 * 60,
  });
  return place.media_id;
}

/**
 * The parameters first and the file last, as the bucket wants it; its whole length is announced, for a
 * bucket takes no chunked body. FormData would hold the film in memory.
 */
function form(parameters: Readonly<Record<string, string>>, open: OpenMedia, size: number) {
  const boundary = `postbote-${randomUUID()}`;
  const field = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const fields = Object.entries(parameters).map(([name, value]) => `${field(name)}\r\n\r\n${value}\r\n`);
  const file = `${field('file')}; filename="video"\r\nContent-Type: ${open.type}\r\n\r\n`;
  const head = new TextEncoder().encode(`${fields.join('')}${file}`);
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: joined(head, open.stream, tail),
    length: head.byteLength + size + tail.byteLength,
  };
}

function joined(head: Uint8Array, file: ReadableStream<Uint8Array>, tail: Uint8Array) {
  const parts = inTurn(head, file, tail);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return(undefined);
        // Not begun yet: nobody else closes it.
        if (!file.locked) await file.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* inTurn(head: Uint8Array, file: ReadableStream<Uint8Array>, tail: Uint8Array) {
  yield head;
  yield* file;
  yield tail;
}

async function askStatus(at: At, id: string): Promise<true | null> {
  const { status } = await get(at, `media/${id}`, uploaded);
  if (status === 'failed') {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'pinterest', reason: 'processing_failed' },
    });
  }
  return status === 'succeeded' ? true : null;
}
