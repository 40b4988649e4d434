import { z } from 'zod';
import { readWithin, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { graph } from './graph.ts';
import { image } from './limits.ts';

type At = Publishing<unknown>;

const created = z.object({ id: z.string().min(1) });

/** Uploads one photo without showing it; left alone it vanishes after a day. */
export async function uploadPhoto(at: At, media: Media): Promise<string> {
  const body = new FormData();
  body.set('published', 'false');
  if (media.alt !== '') body.set('alt_text_custom', media.alt);
  body.set('source', await readImage(media), 'photo');
  const options = { timeoutSeconds: 120 };
  return (await graph.post(at, `${at.account.externalId}/photos`, body, created, options)).id;
}

export async function readImage(media: Media): Promise<Blob> {
  const open = await media.open();
  try {
    requireFit('facebook', open, image);
    const bytes = await readWithin('facebook', open, image.maxBytes);
    return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: open.type });
  } catch (error) {
    await open.stream.cancel().catch(() => undefined); // Already closed when the reading failed.
    throw error;
  }
}
