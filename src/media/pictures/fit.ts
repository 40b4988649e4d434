import type { Sharp } from 'sharp';
import type { ImageLimits } from '../../platforms/limits.ts';
import type { FittedImage } from '../fit-image.ts';
import { mediaRejected } from '../media-trouble.ts';
import type { Picture } from '../read-picture.ts';
import { load } from './load-sharp.ts';

/** Quality goes first, down to where one begins to see it; `bytes` is what that mostly leaves of the best one. */
const qualities = [
  { quality: 90, bytes: 1 },
  { quality: 84, bytes: 0.72 },
  { quality: 78, bytes: 0.55 },
  { quality: 72, bytes: 0.47 },
] as const;
/** Then the sides go, at this quality. */
const whenSmaller = 2;
const smallestSide = 320;

export async function fit(path: string, picture: Picture, limits: ImageLimits): Promise<FittedImage> {
  const start = withinMeasures(picture, limits);
  const image = (size: Size) =>
    load(path)
      .autoOrient()
      .resize({ ...size, fit: 'fill', withoutEnlargement: true });
  for (const { type, encode } of await keepingEncoders(path, picture, limits)) {
    const made = await toBytes(type, encode(image(start)));
    if (made.bytes.byteLength <= limits.maxBytes) return made;
  }
  return fitJpeg(image, start, limits.maxBytes);
}

/** What was too large tells how far to go, so that two or three tries are mostly enough. */
async function fitJpeg(image: (size: Size) => Sharp, start: Size, maxBytes: number): Promise<FittedImage> {
  let [size, at] = [start, 0];
  while (Math.max(size.width, size.height) >= smallestSide || size === start) {
    const now = qualities[at] ?? qualities[whenSmaller];
    const made = await toBytes('image/jpeg', asJpeg(image(size), now.quality));
    const over = made.bytes.byteLength / maxBytes;
    if (over <= 1) return made;
    const expected = (step: { bytes: number }) => (over * step.bytes) / now.bytes;
    const next = qualities.findIndex((step, index) => index > at && expected(step) <= 1);
    if (next !== -1) at = next;
    else {
      // Bytes follow the area; a little less, for what does not.
      size = scaled(size, Math.min(0.95, 0.95 / Math.sqrt(expected(qualities[whenSmaller]))));
      at = whenSmaller;
    }
  }
  throw mediaRejected('too_large', undefined, { max: maxBytes });
}

async function toBytes(type: string, image: Sharp): Promise<FittedImage> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { type, bytes: data, width: info.width, height: info.height };
}

const asJpeg = (image: Sharp, quality: number) =>
  image
    .flatten({ background: '#ffffff' })
    // Without halved colours letters on a picture stay sharp.
    .jpeg({ quality, chromaSubsampling: quality > 80 ? '4:4:4' : '4:2:0' });

/** Scaled, both sides alike, until the measures are met. */
function withinMeasures({ width, height }: Picture, limits: ImageLimits): Size {
  const { maxPixels = Number.POSITIVE_INFINITY, maxShorterSide = Number.POSITIVE_INFINITY } = limits;
  const scale = Math.min(
    1,
    Math.sqrt(maxPixels / (width * height)),
    maxShorterSide / Math.min(width, height),
  );
  return scale === 1 ? { width, height } : scaled({ width, height }, scale);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Down, so that rounding never leads past a limit. */
const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});

interface Encoder {
  readonly type: string;
  readonly encode: (image: Sharp) => Sharp;
}

/** Those that keep what JPEG loses: transparency, and the hard edges of a drawing. Every platform takes JPEG. */
async function keepingEncoders(path: string, picture: Picture, { types }: ImageLimits): Promise<Encoder[]> {
  // Many PNGs carry a channel for transparency and never use it.
  const transparent = picture.hasAlpha && !(await load(path).stats()).isOpaque;
  const png = types.includes('image/png') && (transparent || picture.type === 'image/gif');
  const webp = types.includes('image/webp') && transparent;
  return [
    ...(png ? [{ type: 'image/png', encode: (image: Sharp) => image.png() }] : []),
    ...(webp ? [{ type: 'image/webp', encode: (image: Sharp) => image.webp({ quality: 88 }) }] : []),
  ];
}
