/** The type the bytes themselves show, or null. */
export function sniffType(head: Uint8Array): string | null {
  const at = (offset: number, text: string) =>
    Buffer.from(head.subarray(offset, offset + text.length)).toString('latin1') === text;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return 'image/gif';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp';
  if (at(4, 'ftypqt')) return 'video/quicktime';
  if (at(4, 'ftyp')) return 'video/mp4';
  if (at(0, 'RIFF') && at(8, 'AVI ')) return 'video/x-msvideo';
  if (at(0, '\x1aE\xdf\xa3')) {
    return Buffer.from(head.subarray(0, 64)).includes('matroska') ? 'video/x-matroska' : 'video/webm';
  }
  if (at(0, '\0\0\x01\xba') || at(0, '\0\0\x01\xb3')) return 'video/mpeg';
  if (at(0, 'II*\0') || at(0, 'MM\0*')) return 'image/tiff';
  if (at(0, 'BM')) return 'image/bmp';
  return null;
}

export interface Measures {
  readonly width: number;
  readonly height: number;
}

/** Width and height from a JPEG's frame header, or null when the head does not hold it. */
export function jpegMeasures(head: Uint8Array): Measures | null {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  let at = 2;
  while (at + 9 < view.length) {
    if (view[at] !== 0xff) return null;
    const marker = view[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Start of frame, all kinds; C4, C8 and CC are tables that share the range.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) };
    }
    at += 2 + view.readUInt16BE(at + 2);
  }
  return null;
}
