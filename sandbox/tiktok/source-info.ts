import { refuse } from './answers.ts';
import type { Publication } from './publication.ts';

const MB = 1_000_000;
/** "4GB"; of two readings a twin takes the one that refuses more. */
const maxVideoBytes = 4_000_000_000;
const maxPhotos = 35;

export type Source = Pick<Publication, 'source' | 'urls' | 'totalBytes' | 'chunkSize' | 'chunkCount'>;
type Fields = Readonly<Record<string, unknown>>;

export function readVideoSource(info: Fields): Source {
  if (info.source === 'PULL_FROM_URL') return pulled([requireVerified(info.video_url)]);
  if (info.source !== 'FILE_UPLOAD')
    return refuse('invalid_params', 'source must be FILE_UPLOAD or PULL_FROM_URL');
  const [totalBytes, chunkSize, chunkCount] = ['video_size', 'chunk_size', 'total_chunk_count'].map((name) =>
    Number.isInteger(info[name]) && Number(info[name]) > 0
      ? Number(info[name])
      : refuse('invalid_params', `${name} must be a positive integer`),
  ) as [number, number, number];
  checkChunks(totalBytes, chunkSize, chunkCount);
  return { source: 'FILE_UPLOAD', urls: [], totalBytes, chunkSize, chunkCount };
}

/** The rules of the Media Transfer Guide; the last chunk carries what is left over. */
function checkChunks(size: number, chunk: number, count: number): void {
  if (size > maxVideoBytes) refuse('invalid_params', 'The video is larger than 4GB');
  if (chunk > size) refuse('invalid_params', 'The chunk size is larger than the video size');
  if (size < 5 * MB && chunk !== size) {
    refuse('invalid_params', 'A video of less than 5MB must be uploaded as a whole');
  }
  if (chunk !== size && chunk < 5 * MB) refuse('invalid_params', 'The chunk size is invalid: less than 5MB');
  if (chunk > 64 * 1024 ** 2) refuse('invalid_params', 'The chunk size is invalid: more than 64MB');
  if (count !== Math.floor(size / chunk)) refuse('invalid_params', 'The total chunk count is invalid');
  if (count > 1000) refuse('invalid_params', 'The total chunk count is invalid: more than 1000');
}

export function readPhotoSource(info: Fields): Source {
  const { photo_images: images, photo_cover_index: cover } = info;
  if (info.source !== 'PULL_FROM_URL') refuse('invalid_params', 'source must be PULL_FROM_URL');
  if (!Array.isArray(images) || images.length < 1 || images.length > maxPhotos) {
    return refuse('invalid_params', `photo_images must hold 1 to ${maxPhotos} addresses`);
  }
  if (!Number.isInteger(cover) || Number(cover) < 0 || Number(cover) >= images.length) {
    refuse('invalid_params', 'photo_cover_index is out of range');
  }
  return pulled(images.map(requireVerified));
}

const pulled = (urls: string[]): Source => ({
  source: 'PULL_FROM_URL',
  urls,
  totalBytes: 0,
  chunkSize: 0,
  chunkCount: 0,
});

/**
 * Every domain counts as verified in the developer portal, except those whose name begins with `unverified.`;
 * https is demanded of all but this machine, where the sandbox and its samples live.
 */
function requireVerified(given: unknown): string {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  const isLocal =
    url !== null && /^(localhost|127\.|\[::1\]|10\.|172\.|192\.168\.|[^.]+$)/.test(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))) {
    return refuse('invalid_params', 'The address must be a valid https url');
  }
  if (url.hostname.startsWith('unverified.')) {
    refuse('url_ownership_unverified', 'Please review our URL ownership verification rules.');
  }
  return url.href;
}
