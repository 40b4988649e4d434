import { askPictures } from './picture-process.ts';

export interface Picture {
  /** As it is shown, turned by what the camera noted. */
  readonly width: number;
  readonly height: number;
  /** More than one: it moves. */
  readonly frames: number;
  readonly hasAlpha: boolean;
  readonly type: string;
}

/** What the header says; the pixels are not unpacked. */
export function readPicture(path: string): Promise<Picture> {
  return askPictures({ work: 'read', path });
}

/** At most 480 pixels wide and high, as WebP. Unpacks every pixel: what only begins like a picture is found out. */
export function makeThumbnail(path: string): Promise<Uint8Array> {
  return askPictures({ work: 'thumbnail', path });
}
