import { z } from 'zod';
import { readAnswer } from '../http.ts';
import type { MediaLimits } from '../limits.ts';
import { readWithin, requireFit } from '../media-limits.ts';
import type { Media, MediaFacts, Publishing } from '../publishing.ts';
import { askPds, type Blob, blob } from './xrpc.ts';

const uploaded = z.object({ blob });

/** The same bytes get the same address, however often they are sent. */
export async function uploadImage(
  at: Publishing<unknown>,
  item: Media,
  limits: MediaLimits,
): Promise<{ blob: Blob; facts: MediaFacts }> {
  const open = await item.open();
  let body: Uint8Array;
  try {
    requireFit('bluesky', open, limits);
    body = await readWithin('bluesky', open, limits.maxBytes);
  } catch (error) {
    await open.stream.cancel().catch(() => undefined); // Already closed when the reading failed.
    throw error;
  }
  const answer = await askPds(at, {
    method: 'POST',
    name: 'com.atproto.repo.uploadBlob',
    headers: { 'content-type': open.type },
    body,
    timeoutSeconds: 60,
  });
  return { blob: readAnswer(answer, uploaded).blob, facts: open };
}
