export { imageSize } from './image-size.ts';

export type MediaKind = 'image' | 'video';

const kinds: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif', 'avif', 'bmp', 'tiff'],
  video: ['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi', 'mpeg', 'mpg', '3gp'],
};

/** By the path alone: `?file=a.mp4` says nothing about what is served. */
export function kindByExtension(url: string): MediaKind | null {
  const extension = /\.([a-z0-9]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase();
  if (!extension) return null;
  if (kinds.image.includes(extension)) return 'image';
  return kinds.video.includes(extension) ? 'video' : null;
}

export function kindOfType(type: string): MediaKind {
  return type.startsWith('image/') ? 'image' : 'video';
}

/** The MIME type by the first bytes; 4 KiB are plenty. Null for anything that is no picture and no film. */
export function sniffType(bytes: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const begins = (...expected: number[]) => expected.every((byte, at) => bytes[at] === byte);

  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif';
  if (text(0, 4) === 'RIFF') return riffTypes[text(8, 12)] ?? null;
  if (begins(0x49, 0x49, 0x2a, 0x00) || begins(0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff';
  if (begins(0x1a, 0x45, 0xdf, 0xa3)) return matroskaType(text(4, 64));
  if (begins(0x00, 0x00, 0x01, 0xba) || begins(0x00, 0x00, 0x01, 0xb3)) return 'video/mpeg';
  if (text(4, 8) === 'ftyp') return brandType(text(8, 12), text(16, Math.min(boxLength(bytes), 256)));
  if (isOldQuickTime(bytes, text(4, 8))) return 'video/quicktime';
  if (isBitmap(bytes)) return 'image/bmp';
  return null;
}

const riffTypes: Readonly<Record<string, string>> = { WEBP: 'image/webp', 'AVI ': 'video/x-msvideo' };

/** The DocType element (0x4282) of the EBML header. */
function matroskaType(header: string): string | null {
  const name = /\x42\x82[\x80-\xff](webm|matroska)/.exec(header)?.[1];
  if (!name) return null;
  return name === 'webm' ? 'video/webm' : 'video/x-matroska';
}

function boxLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
}

/** ISO base media (ISO 14496-12): the major brand decides, and the compatible ones where it is generic. */
function brandType(major: string, compatible: string): string | null {
  const generic = /^(mif1|msf1)$/.test(major);
  const brands = generic ? (compatible.match(/.{4}/gs) ?? []) : [major];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif';
  if (generic || /^(hei[cxms]|hev[cxms])$/.test(major)) return 'image/heic';
  if (major === 'qt  ') return 'video/quicktime';
  if (/^3g/.test(major)) return 'video/3gpp';
  // Audio (iTunes, Flash, Audible) and Canon's raw photographs share the container.
  if (/^(M4[ABP] |F4[AB] |aax |crx )$/.test(major)) return null;
  return 'video/mp4';
}

/** Films older than `ftyp` begin with one of these boxes; the length before its name is no readable text. */
function isOldQuickTime(bytes: Uint8Array, box: string): boolean {
  if (!/^(moov|mdat|wide|free|skip|pnot)$/.test(box)) return false;
  return bytes.subarray(0, 4).some((byte) => byte < 0x20 || byte > 0x7e);
}

/** `BM` begins many a text, so the length of the header after it must be one that exists. */
function isBitmap(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d || bytes.length < 18) return false;
  return [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0) && !bytes[15] && !bytes[16] && !bytes[17];
}
