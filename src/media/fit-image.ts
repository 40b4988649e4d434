import type { ImageLimits } from '../platforms/limits.ts';
import { askPictures } from './picture-process.ts';
import type { Picture } from './read-picture.ts';

export interface FittedImage {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * The same picture as the platform takes it: its type, under its bytes and measures. Turned upright, in sRGB, without
 * what the camera noted (place, device); transparency is kept where the platform takes it and laid on white elsewhere.
 * Nothing is cropped. Only for still pictures.
 */
export function fitImage(path: string, picture: Picture, limits: ImageLimits): Promise<FittedImage> {
  return askPictures({ work: 'fit', path, picture, limits });
}
