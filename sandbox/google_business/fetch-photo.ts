import { randomWord } from '../accounts.ts';
import { fetchFile } from '../fetch-file.ts';
import { jpegMeasures, sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import type { PostMedia } from '../store.ts';
import type { World } from '../world.ts';
import { invalid, refuse } from './google-error.ts';
import { google } from './places.ts';

const minBytes = 10 * 1024;
/** "5 MB"; of two readings a twin takes the one that refuses more. */
const maxBytes = 5_000_000;
const minPixels = 250;

/** Google fetches the picture while the caller waits. */
export async function fetchPhoto(world: World, account: string, given: unknown): Promise<PostMedia[]> {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > 1)
    return invalid('media', 'TOO_MANY_ITEMS', 'at most one media item');
  const [item] = given as { mediaFormat?: unknown; sourceUrl?: unknown }[];
  if (item === undefined) return [];
  // Reproducible, though a 400 would be right: a video on a post ends in an internal error.
  if (item.mediaFormat === 'VIDEO') refuse(500, 'INTERNAL', 'Internal error encountered.');
  if (item.mediaFormat !== 'PHOTO')
    invalid('media[0].media_format', 'MISSING_VALUE', 'media_format is required');
  const digest = await fetchFile(world, String(item.sourceUrl), maxBytes, {
    userAgent: 'Googlebot-Image/1.0',
  });
  if (digest === 'too_large') return badPhoto('The photo is larger than 5 MB');
  if (digest === 'unreachable') {
    return invalid(
      'media[0].source_url',
      'PHOTO_FETCH_FAILED',
      'Failed to fetch photo from the specified URL.',
    );
  }
  const { size, head, sha256, bytes } = digest;
  const type = sniffType(head);
  if (type !== 'image/jpeg' && type !== 'image/png') return badPhoto('The photo must be JPG or PNG');
  if (size < minBytes) return badPhoto('The photo is smaller than 10 KB');
  const measures = jpegMeasures(head);
  if (type === 'image/jpeg' && measures !== null && Math.min(measures.width, measures.height) < minPixels) {
    return badPhoto(`The photo is smaller than ${minPixels} pixels`);
  }
  if (bytes === null) return [{ type: 'image', size, alt: '' }];
  const upload = randomWord(12);
  putUpload(world.store, { platform: google, account, id: upload, type, size, sha256, bytes });
  return [{ type: 'image', size, alt: '', upload }];
}

export function badPhoto(message: string): never {
  return invalid('media[0].source_url', 'INVALID_VALUE', message);
}
