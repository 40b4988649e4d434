import { PostboteError } from '../errors.ts';
import type { Media, MediaFacts, MediaLimits, OpenMedia } from './platform.ts';

/** Refuses a file before a byte of it is sent. */
export function requireFit(platform: string, facts: MediaFacts, limits: MediaLimits): void {
  if (!limits.types.includes(facts.type)) {
    throw new PostboteError('media_rejected', {
      facts: { platform, reason: 'unsupported_type', type: facts.type, types: limits.types },
    });
  }
  if (facts.size !== null) requireSize(platform, facts.size, limits.maxBytes);
}

/** The whole file in memory; meant for images, whose limits are a few megabytes. */
export async function readWithin(platform: string, open: OpenMedia, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of open.stream) {
    size += chunk.byteLength;
    requireSize(platform, size, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a file of unstated size once to learn it: uploads must announce their length. */
export async function measure(platform: string, media: Media, maxBytes: number): Promise<number> {
  const open = await media.open();
  let size = 0;
  for await (const chunk of open.stream) {
    size += chunk.byteLength;
    requireSize(platform, size, maxBytes);
  }
  return size;
}

function requireSize(platform: string, bytes: number, max: number): void {
  if (bytes <= max) return;
  throw new PostboteError('media_rejected', { facts: { platform, reason: 'too_large', bytes, max } });
}
