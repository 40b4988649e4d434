import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Enough for every camera there is; a small file that unpacks to more is an attack. */
export const maxPixels = 100_000_000;

export type SharpLoader = (path: string, options?: SharpOptions) => Sharp;

sharp.cache(false);
// One core stays free for everything else.
sharp.concurrency(1);
// Only what we also recognise by its bytes; SVG above all can reach for other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`),
});

export const load: SharpLoader = (path, options) =>
  sharp(path, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error', ...options });
