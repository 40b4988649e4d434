import { hash } from 'node:crypto';
import type { Facts } from '../errors.ts';
import type { ImageLimits } from '../platforms/limits.ts';
import { isTooWide, shapeProblem } from '../platforms/media-limits.ts';
import type { MediaFacts } from '../platforms/publishing.ts';
import { convertible } from './file-types.ts';

/** As far as it is known before the file has been read. */
export type ImageFacts = MediaFacts & { readonly frames?: number | null };

export interface ImageUse {
  /** A video's cover: its shape is free. */
  readonly cover: boolean;
  /** The only picture of its post. */
  readonly alone: boolean;
}

/** `fits`: as it is. `fit`: it has to be made to fit, or be read to know. `never`: and why. */
export type Verdict = { is: 'fits' } | { is: 'fit' } | { is: 'never'; facts: Facts };

/** Whether a picture can go out as it is, by the platform's data sheet. */
export function judgeImage(facts: ImageFacts, limits: ImageLimits, use: ImageUse): Verdict {
  const problem = use.cover ? null : shapeProblem(facts, limits);
  if (problem) return { is: 'never', facts: problem };
  const { type, size } = facts;
  const taken = limits.types.includes(type);
  if (!taken && !convertible.includes(type)) {
    const types = [...new Set([...limits.types, ...convertible])];
    return { is: 'never', facts: { reason: 'unsupported_type', type, types } };
  }
  const maxBytes =
    type === 'image/gif' && use.alone ? (limits.loneGifBytes ?? limits.maxBytes) : limits.maxBytes;
  const moves = (facts.frames ?? 1) > 1;
  const isOver = size !== null && size > maxBytes;
  const wide = isTooWide(facts, limits);
  if (moves && !taken) return { is: 'never', facts: { reason: 'moving_picture', type } };
  if (moves && (isOver || wide)) {
    const reason = isOver ? 'too_large' : 'too_many_pixels';
    return { is: 'never', facts: { reason, type, ...(size !== null && { bytes: size }), max: maxBytes } };
  }
  if (!taken || isOver || wide) return { is: 'fit' };
  const measured = facts.width !== null && facts.height !== null;
  const asksMeasures = Boolean(
    limits.maxPixels || limits.maxShorterSide || (!use.cover && (limits.ratio || limits.minSide)),
  );
  return { is: size === null || (asksMeasures && !measured) ? 'fit' : 'fits' };
}

/** Raised when the same rule would give other bytes than before. */
const version = 1;

/** Names what a picture was made to meet, so that it is made once. */
export function ruleOf({ types, maxBytes, maxPixels, maxShorterSide }: ImageLimits): string {
  const rule = [version, types, maxBytes, maxPixels ?? null, maxShorterSide ?? null];
  return hash('sha256', JSON.stringify(rule), 'hex').slice(0, 16);
}
