import { type Facts, PostboteError } from '../errors.ts';
import type { ImageLimits, MediaLimits, Seconds } from './limits.ts';
import type { Media, MediaFacts, OpenMedia } from './publishing.ts';

/** Refuses a file before a byte of it is sent. */
export function requireFit(platform: string, facts: MediaFacts, limits: MediaLimits): void {
  if (!limits.types.includes(facts.type)) {
    throw new PostboteError('media_rejected', {
      facts: { platform, reason: 'unsupported_type', type: facts.type, types: limits.types },
    });
  }
  if (facts.size !== null) requireSize(platform, facts.size, limits.maxBytes);
  if (limits.seconds) requireLength(platform, facts, limits.seconds);
}

export function requireLength(platform: string, { durationMs = null }: MediaFacts, allowed: Seconds): void {
  const problem = lengthProblem(durationMs, allowed);
  if (problem) throw new PostboteError('media_rejected', { facts: { platform, ...problem } });
}

/** Films are cut into frames: a tenth of a second more or less is nobody's mistake. */
const toleranceMs = 100;

/** Null also where nobody has told the length. */
export function lengthProblem(durationMs: number | null, { min, max }: Seconds): Facts | null {
  if (durationMs === null) return null;
  if (durationMs >= min * 1000 - toleranceMs && durationMs <= max * 1000 + toleranceMs) return null;
  return {
    reason: 'wrong_length',
    seconds: Math.round(durationMs / 100) / 10,
    min_seconds: min,
    max_seconds: max,
  };
}

/** What no conversion can cure, with the numbers: a shape that would have to be cropped, or too few pixels. */
export function shapeProblem({ width, height }: Measures, limits: ImageLimits): Facts | null {
  if (width === null || height === null) return null;
  const { ratio, minSide } = limits;
  const shape = width / height;
  if (ratio && (shape < ratio.min || shape > ratio.max)) {
    const [min_ratio, max_ratio] = [rounded(ratio.min), rounded(ratio.max)];
    return { reason: 'wrong_ratio', width, height, ratio: rounded(shape), min_ratio, max_ratio };
  }
  if (minSide !== undefined && Math.min(width, height) < minSide) {
    return { reason: 'too_few_pixels', width, height, min: minSide };
  }
  return null;
}

type Measures = Pick<MediaFacts, 'width' | 'height'>;
const rounded = (number: number) => Math.round(number * 100) / 100;

/** True where shrinking is needed. */
export function isTooWide({ width, height }: Measures, limits: ImageLimits): boolean {
  if (width === null || height === null) return false;
  const { maxPixels = Number.POSITIVE_INFINITY, maxShorterSide = Number.POSITIVE_INFINITY } = limits;
  return width * height > maxPixels || Math.min(width, height) > maxShorterSide;
}

/** Refuses a picture by its measures before a byte of it is sent. */
export function requireShape(platform: string, facts: MediaFacts, limits: ImageLimits): void {
  const { width, height } = facts;
  const problem = shapeProblem(facts, limits);
  if (problem) throw new PostboteError('media_rejected', { facts: { platform, ...problem } });
  if (!isTooWide(facts, limits)) return;
  const most = { max_pixels: limits.maxPixels ?? null, max_shorter_side: limits.maxShorterSide ?? null };
  throw new PostboteError('media_rejected', {
    facts: { platform, reason: 'too_many_pixels', width, height, ...most },
  });
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
