import type { MediaServer } from '../media-server.ts';
import { sampleBytes, serveBytes } from '../media-server.ts';
import { zeros } from './deliver.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
/** Logical screen of 400 × 400. */
const gif = bytes('GIF89a\x90\x01\x90\x01\x80\0\0');
const webp = bytes('RIFF\xff\xff\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x8f\x01\0\x8f\x01\0');
const bitmap = bytes('BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x90\x01\0\0\x90\x01\0\0');
const ebml = (name: string) =>
  bytes(`\x1a\x45\xdf\xa3\x9f\x42\x82${String.fromCharCode(0x80 + name.length)}${name}`);

/** How files of each type begin; enough for everybody who tells them by their first bytes. */
const beginnings: Readonly<Record<string, () => Buffer>> = {
  'image/jpeg': () => sampleBytes('square.jpg'),
  'image/png': () => sampleBytes('letter.png'),
  'image/gif': () => gif,
  'image/webp': () => webp,
  'image/bmp': () => bitmap,
  'image/tiff': () => bytes('II*\0\x08\0\0\0'),
  'video/mp4': () => sampleBytes('clip.mp4'),
  'video/quicktime': () => bytes('\0\0\0\x14ftypqt  \0\0\x02\0qt  '),
  'video/webm': () => ebml('webm'),
  'video/x-matroska': () => ebml('matroska'),
  'video/x-msvideo': () => bytes('RIFF\xff\xff\0\0AVI LIST'),
  'video/mpeg': () => bytes('\0\0\x01\xba\x44'),
  'video/3gpp': () => bytes('\0\0\0\x14ftyp3gp4\0\0\x02\x003gp4'),
};

export const imageTypes = Object.keys(beginnings).filter((type) => type.startsWith('image/'));
export const videoTypes = Object.keys(beginnings).filter((type) => type.startsWith('video/'));

/** Larger than the smallest that any platform takes, unless it is said how large. */
const USUAL_BYTES = 160_000;

/** The same from a server that does not say how long it is. */
export function makeUnsized(server: MediaServer, type: string): string {
  const head = beginnings[type]?.() ?? Buffer.alloc(0);
  const path = `/unsized-${type.replace('/', '-')}.${type.startsWith('image/') ? 'jpg' : 'mp4'}`;
  return server.on(path, (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(head);
    response.end(Buffer.alloc(Math.max(0, USUAL_BYTES - head.length)));
  });
}

/** A file of this type and length at an address of its own. */
export function makeFile(server: MediaServer, type: string, size = USUAL_BYTES): string {
  const head = beginnings[type]?.() ?? Buffer.alloc(0);
  const path = `/${type.replace('/', '-')}-${size}.${type.startsWith('image/') ? 'jpg' : 'mp4'}`;
  if (size <= 64 * 1024 * 1024) {
    return server.on(
      path,
      serveBytes(Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length))]), type),
    );
  }
  return server.on(path, async (_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': size });
    response.write(head);
    for await (const chunk of zeros(size - head.length)) {
      if (response.destroyed) return;
      if (!response.write(chunk))
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    }
    response.end();
  });
}
