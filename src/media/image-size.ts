export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels as shown, from the first 64 KiB of a JPEG, PNG, GIF or WebP. Null when they do not tell. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readSize(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // Reading past the end of a DataView: the picture is shorter than its format demands.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSize(view: DataView): ImageSize | null {
  const magic = view.getUint32(0);
  if (magic === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (magic === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (magic === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  if (magic >>> 8 === 0xffd8ff) return jpegSize(view);
  return null;
}

/** RFC 9649: lossy, lossless and extended files keep their size in different places. */
function webpSize(view: DataView): ImageSize | null {
  const uint24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 '
      if (uint24(23) !== 0x2a019d) return null;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // 'VP8L'
      if (view.getUint8(20) !== 0x2f) return null;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // 'VP8X'
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    default:
      return null;
  }
}

/** Walks the segments to the frame header (SOF0–SOF15, of which C4, C8 and CC are something else). */
function jpegSize(view: DataView): ImageSize | null {
  let turned = false;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return turned ? { width: height, height: width } : { width, height };
    }
    const length = view.getUint16(at + 2);
    // Pixels begin, or the file is broken: no frame header will follow.
    if (marker === 0xda || length < 2) return null;
    if (marker === 0xe1) turned ||= isTurned(view, at + 4, at + 2 + length);
    at += 2 + length;
  }
}

/** Telephones store portraits lying down and say so in Exif: orientations 5 to 8 swap the sides. */
function isTurned(view: DataView, start: number, end: number): boolean {
  const tiff = start + 6;
  if (end > view.byteLength || tiff + 8 > end || view.getUint32(start) !== 0x45786966) return false;
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  if (directory + 2 > end) return false;
  const entries = view.getUint16(directory, little);
  for (let entry = directory + 2; entry < directory + 2 + entries * 12 && entry + 12 <= end; entry += 12) {
    if (view.getUint16(entry, little) === 0x0112) {
      const orientation = view.getUint16(entry + 8, little);
      return orientation >= 5 && orientation <= 8;
    }
  }
  return false;
}
