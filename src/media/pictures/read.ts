import { open } from 'node:fs/promises';
import { mediaRejected } from '../media-trouble.ts';
import type { Picture } from '../read-picture.ts';
import { load, maxPixels } from './load-sharp.ts';

const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  tiff: 'image/tiff',
};

/** What the header says; the pixels are not unpacked. */
export async function read(path: string): Promise<Picture> {
  const found = await load(path, { limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw broken(error);
    });
  const { width, height } = found.autoOrient;
  if (width * height > maxPixels) {
    throw mediaRejected('too_many_pixels', undefined, { pixels: width * height, max: maxPixels });
  }
  const type = types[found.format] ?? (found.compression === 'av1' ? 'image/avif' : 'image/heic');
  // The pages of a TIFF lie side by side, they do not follow each other.
  const frames = type === 'image/tiff' ? 1 : (found.pages ?? 1);
  const moves = frames > 1 || (type === 'image/png' && (await isMovingPng(path)));
  return { width, height, frames: moves ? Math.max(2, frames) : 1, hasAlpha: found.hasAlpha, type };
}

const thumbnailSide = 480;

/** Unpacks every pixel, so that a file that only begins like a picture is found out. */
export function thumbnail(path: string): Promise<Uint8Array> {
  return load(path)
    .autoOrient()
    .resize({ width: thumbnailSide, height: thumbnailSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
    .catch((error) => {
      throw broken(error);
    });
}

export const broken = (cause: unknown) => {
  const error = mediaRejected('broken_picture');
  error.cause = cause;
  return error;
};

/** The animation control chunk stands before the first pixels (PNG specification, third edition). */
async function isMovingPng(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    const at = head.indexOf('acTL');
    const pixels = head.indexOf('IDAT');
    return at !== -1 && (pixels === -1 || at < pixels);
  } finally {
    await file.close();
  }
}
