import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { imageSize, kindByExtension, sniffType } from './media-kind.ts';

test('the extension of the path tells the kind', () => {
  for (const name of [
    'a.jpg',
    'a.JPEG',
    'a.b.png',
    'a.gif?x=.mp4',
    'a.webp#.mp4',
    'a.heic',
    'a.heif',
    'a.avif',
  ]) {
    assert.equal(kindByExtension(`https://a.example/${name}`), 'image', name);
  }
  for (const name of ['a.mp4', 'a.MOV', 'a.m4v', 'a.webm', 'a.mkv', 'a.avi', 'a.mpeg', 'a.mpg', 'a.3gp']) {
    assert.equal(kindByExtension(`https://a.example/dir.jpg/${name}`), 'video', name);
  }
  for (const name of ['', 'jpg', 'a.jpg/', 'a', '?f=a.jpg', 'a.pdf', 'a.constructor', 'a.jpg.html']) {
    assert.equal(kindByExtension(`https://a.example/${name}`), null, name);
  }
  assert.equal(kindByExtension('https://photos.jpg'), null);
  assert.equal(kindByExtension('no address.jpg'), null);
});

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const ftyp = (major: string, ...compatible: string[]) => {
  const length = 16 + compatible.length * 4;
  return new Uint8Array(
    Buffer.concat([
      hex(`000000${length.toString(16)}`),
      Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}xxxx`),
    ]),
  );
};
const text = (content: string) => new Uint8Array(Buffer.from(content, 'latin1'));

const types: readonly (readonly [string | null, Uint8Array])[] = [
  ['image/jpeg', hex('ffd8ffe000104a464946')],
  ['image/png', hex('89504e470d0a1a0a0000000d49484452')],
  ['image/gif', text('GIF89a\x01\x00')],
  ['image/gif', text('GIF87a\x01\x00')],
  ['image/webp', text('RIFF\x10\x00\x00\x00WEBPVP8 ')],
  ['video/x-msvideo', text('RIFF\x10\x00\x00\x00AVI LIST')],
  [null, text('RIFF\x10\x00\x00\x00WAVEfmt ')],
  ['image/tiff', hex('49492a0008000000')],
  ['image/tiff', hex('4d4d002a00000008')],
  ['image/bmp', hex('424d 36000000 0000 0000 36000000 28000000')],
  [null, text('BMW builds cars, and this is no bitmap')],
  ['image/heic', ftyp('heic', 'mif1', 'heic')],
  ['image/heic', ftyp('mif1', 'heic')],
  ['image/avif', ftyp('avif', 'mif1')],
  ['image/avif', ftyp('mif1', 'miaf', 'avif')],
  ['video/mp4', ftyp('isom', 'iso2', 'avc1', 'mp41')],
  ['video/mp4', ftyp('mp42')],
  ['video/mp4', ftyp('M4V ')],
  ['video/quicktime', ftyp('qt  ')],
  ['video/3gpp', ftyp('3gp5')],
  [null, ftyp('M4A ')],
  ['video/quicktime', hex('00000008 77696465 0000 1000 6d646174')],
  [null, text('the mdat is a box')],
  ['video/webm', hex('1a45dfa3 9f 4286 81 01 4282 84 7765626d')],
  ['video/x-matroska', hex('1a45dfa3 a3 4286 81 01 4282 88 6d6174726f736b61')],
  [null, hex('1a45dfa3 9f 4286 81 01')],
  ['video/mpeg', hex('000001ba44')],
  ['video/mpeg', hex('000001b314')],
  [null, text('<!doctype html><html>')],
  [null, text('<svg xmlns="http://www.w3.org/2000/svg">')],
  [null, text('%PDF-1.7')],
  [null, hex('')],
  [null, hex('ff')],
];

test('the first bytes tell the type', () => {
  for (const [type, bytes] of types)
    assert.equal(sniffType(bytes), type, Buffer.from(bytes).toString('latin1'));
});

const jpegFrame = 'ffc0 0011 08 00f0 0140 03';
const exif = (orientation: string) =>
  `ffe1 0022 457869660000 49492a0008000000 0100 1201 0300 01000000 ${orientation}0000 00000000`;

const sizes: readonly (readonly [string, Uint8Array])[] = [
  ['320x240', hex('89504e470d0a1a0a0000000d4948445200000140000000f0')],
  ['320x240', hex('474946383961 4001 f000')],
  ['320x240', hex(`ffd8 ffe0 0004 0000 ffff ${jpegFrame}`)],
  ['320x240', hex(`ffd8 ${exif('0100')} ${jpegFrame}`)],
  ['240x320', hex(`ffd8 ${exif('0600')} ${jpegFrame}`)],
  ['320x240', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 f000')],
  ['320x240', hex('52494646 00000000 57454250 5650384c 00000000 2f 3fc13b00')],
  ['320x240', hex('52494646 00000000 57454250 56503858 00000000 00000000 3f0100 ef0000')],
];

test('the header tells the size in pixels', () => {
  for (const [expected, bytes] of sizes) {
    const size = imageSize(bytes);
    assert.equal(`${size?.width}x${size?.height}`, expected, Buffer.from(bytes).toString('hex'));
  }
});

test('a size that is cut off, zero or hidden behind pixels is no size', () => {
  for (const [, bytes] of sizes) assert.equal(imageSize(bytes.subarray(0, 9)), null);
  assert.equal(imageSize(hex('89504e470d0a1a0a0000000d4948445200000000000000f0')), null);
  assert.equal(imageSize(hex(`ffd8 ffda 0002 ${jpegFrame}`)), null);
  assert.equal(imageSize(hex(`ffd8 ffe0 0000 ${jpegFrame}`)), null);
});

test('no bytes make them throw or hang', () => {
  const starts = fc.constantFrom(...types.map(([, bytes]) => bytes), ...sizes.map(([, bytes]) => bytes));
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      const bytes = new Uint8Array([...start, ...rest]);
      sniffType(bytes);
      imageSize(bytes);
    }),
  );
});
