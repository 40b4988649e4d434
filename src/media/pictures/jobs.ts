import type { Facts } from '../../errors.ts';
import type { ImageLimits } from '../../platforms/limits.ts';
import type { FittedImage } from '../fit-image.ts';
import type { Picture } from '../read-picture.ts';

/** What the process for pictures is asked, and what it answers. */
export type Job =
  | { readonly work: 'read'; readonly path: string }
  | { readonly work: 'thumbnail'; readonly path: string }
  | {
      readonly work: 'fit';
      readonly path: string;
      readonly picture: Picture;
      readonly limits: ImageLimits;
    };

export interface Results {
  readonly read: Picture;
  readonly thumbnail: Uint8Array;
  readonly fit: FittedImage;
}

export type Reply = { readonly result: unknown } | { readonly refused: Facts };
