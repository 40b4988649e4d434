import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { platformIds } from '../contract/platform-ids.ts';
import { platformById } from '../platforms/index.ts';
import type { ImageLimits } from '../platforms/limits.ts';
import { fitImage } from './fit-image.ts';
import { judgeImage, ruleOf } from './judge-image.ts';
import { sniffType } from './media-kind.ts';
import { readPicture } from './read-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'postbote-fit-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const keep = (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const plain = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } });
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const limitsOf = (id: string) => platformById(id)?.limits.image as ImageLimits;
const post = { cover: false, alone: true };

const sources = {
  png: keep('a.png', await plain(1200, 1000).png().toBuffer()),
  webp: keep('a.webp', await plain(1200, 1000).webp().toBuffer()),
  avif: keep('a.avif', await plain(1200, 1000).avif({ effort: 0 }).toBuffer()),
  tiff: keep('a.tiff', await plain(1200, 1000).tiff().toBuffer()),
  gif: keep('a.gif', await plain(1200, 1000).gif().toBuffer()),
  jpeg: keep('a.jpg', await plain(1200, 1000).jpeg().toBuffer()),
};
const large = keep('large.jpg', await noise(2000, 1800).jpeg({ quality: 100 }).toBuffer());

// What each platform is sent for each source: its own type, or the one it becomes.
const becomes: Record<string, Partial<Record<keyof typeof sources, string>>> = {
  instagram: { png: 'jpeg', webp: 'jpeg', avif: 'jpeg', tiff: 'jpeg', gif: 'jpeg' },
  tiktok: { png: 'jpeg', avif: 'jpeg', tiff: 'jpeg', gif: 'jpeg' },
  youtube: { webp: 'jpeg', avif: 'jpeg', tiff: 'jpeg', gif: 'png' },
  twitter: { avif: 'jpeg', tiff: 'jpeg' },
  linkedin: { webp: 'jpeg', avif: 'jpeg', tiff: 'jpeg' },
  facebook: { webp: 'jpeg', avif: 'jpeg' },
  pinterest: { avif: 'jpeg', tiff: 'jpeg' },
  threads: { webp: 'jpeg', avif: 'jpeg', tiff: 'jpeg', gif: 'png' },
  bluesky: { avif: 'jpeg', tiff: 'jpeg' },
  google_business: { webp: 'jpeg', avif: 'jpeg', tiff: 'jpeg', gif: 'png' },
};

for (const id of platformIds) {
  // keeps: files.fitted
  test(`${id}: every type goes out as one it takes, and a large picture under its limits`, async () => {
    const limits = limitsOf(id);
    for (const [kind, path] of Object.entries(sources)) {
      const picture = await readPicture(path);
      const verdict = judgeImage({ ...picture, size: 50_000 }, limits, post);
      // Instagram and TikTok have measures of their own; this picture meets them.
      const expected = becomes[id]?.[kind as keyof typeof sources];
      assert.equal(verdict.is, expected ? 'fit' : 'fits', `${kind} on ${id}`);
      if (!expected) continue;
      const fitted = await fitImage(path, picture, limits);
      assert.equal(fitted.type, `image/${expected}`, `${kind} on ${id}`);
      assert.equal(sniffType(fitted.bytes), fitted.type);
      assert.deepEqual(
        [fitted.width, fitted.height],
        [1200, 1000],
        'nothing is cropped or scaled without need',
      );
    }
    const picture = await readPicture(large);
    const over = 100_000_000;
    assert.equal(judgeImage({ ...picture, size: over }, limits, post).is, 'fit');
    const fitted = await fitImage(large, picture, limits);
    assert.ok(fitted.bytes.byteLength <= limits.maxBytes, `${fitted.bytes.byteLength}`);
    assert.equal(judgeImage({ ...fitted, size: fitted.bytes.byteLength }, limits, post).is, 'fits');
    const drift = fitted.width / fitted.height / (picture.width / picture.height);
    assert.ok(Math.abs(drift - 1) < 0.01, 'its shape stays');
  });
}

test('turned upright, in sRGB, and without what the camera noted', async () => {
  const path = keep(
    'turned.jpg',
    await plain(600, 400)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  );
  const picture = await readPicture(path);
  assert.deepEqual([picture.width, picture.height], [400, 600]);
  const { bytes, width, height } = await fitImage(path, picture, {
    types: ['image/jpeg'],
    maxBytes: 1_000_000,
  });
  assert.deepEqual([width, height], [400, 600]);
  const seen = await sharp(bytes).metadata();
  assert.deepEqual(
    { exif: seen.exif, icc: seen.icc, orientation: seen.orientation, space: seen.space },
    { exif: undefined, icc: undefined, orientation: undefined, space: 'srgb' },
  );
  assert.ok(!Buffer.from(bytes).includes('me'));
});

test('transparency is kept where it can be, and laid on white elsewhere', async () => {
  const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#ff000000' } });
  const path = keep('clear.webp', await clear.webp({ lossless: true }).toBuffer());
  const picture = await readPicture(path);
  assert.equal((await fitImage(path, picture, limitsOf('threads'))).type, 'image/png');
  const flat = await fitImage(path, picture, limitsOf('instagram'));
  const { dominant } = await sharp(flat.bytes).stats();
  assert.ok(dominant.r > 240 && dominant.g > 240 && dominant.b > 240, 'white, not black');
});

test('a moving picture is never frozen', async () => {
  const frames = await Promise.all(['#f00', '#0f0'].map((color) => plain(300, 300, color).png().toBuffer()));
  const path = keep(
    'moving.gif',
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
  const picture = await readPicture(path);
  assert.equal(picture.frames, 2);
  const judge = (id: string, size = 50_000) => judgeImage({ ...picture, size }, limitsOf(id), post);
  for (const id of ['instagram', 'threads', 'tiktok', 'google_business']) {
    const facts = { reason: 'moving_picture', type: 'image/gif' };
    assert.deepEqual(judge(id), { is: 'never', facts }, id);
  }
  for (const id of ['twitter', 'linkedin', 'facebook', 'pinterest', 'bluesky']) {
    assert.equal(judge(id).is, 'fits', id);
    assert.equal(judge(id, 30_000_000).is, 'never', id);
  }
  assert.equal(judge('twitter', 10_000_000).is, 'fits');
  assert.equal(
    judgeImage({ ...picture, size: 10_000_000 }, limitsOf('twitter'), { ...post, alone: false }).is,
    'never',
  );
});

test('a shape that would have to be cropped is a refusal with the numbers; a cover is free', () => {
  const facts = { type: 'image/jpeg', size: 1000, width: 3000, height: 1000 };
  const needed = {
    reason: 'wrong_ratio',
    width: 3000,
    height: 1000,
    ratio: 3,
    min_ratio: 0.8,
    max_ratio: 1.91,
  };
  assert.deepEqual(judgeImage(facts, limitsOf('instagram'), post), { is: 'never', facts: needed });
  assert.equal(judgeImage(facts, limitsOf('instagram'), { cover: true, alone: false }).is, 'fits');
  assert.equal(judgeImage(facts, limitsOf('threads'), post).is, 'fits');
  for (const [width, height] of [
    [1080, 1350],
    [1080, 1349],
    [1080, 566],
    [1080, 565],
  ]) {
    assert.equal(
      judgeImage({ ...facts, width: width ?? 0, height: height ?? 0 }, limitsOf('instagram'), post).is,
      'fits',
    );
  }
  const small = { ...facts, width: 249, height: 300 };
  const few = { reason: 'too_few_pixels', width: 249, height: 300, min: 250 };
  assert.deepEqual(judgeImage(small, limitsOf('google_business'), post), { is: 'never', facts: few });
});

test('a picture we cannot read is refused by its type, and one rule names one result', () => {
  const verdict = judgeImage(
    { type: 'image/heic', size: 1, width: null, height: null },
    limitsOf('twitter'),
    post,
  );
  assert.equal(verdict.is === 'never' && verdict.facts.reason, 'unsupported_type');
  const rules = platformIds.map((id) => ruleOf(limitsOf(id)));
  assert.equal(new Set(rules).size, platformIds.length);
});

test('more pixels than a platform takes are fewer afterwards', async () => {
  const facts = { type: 'image/jpeg', size: 1_000_000, width: 7000, height: 5400 };
  assert.equal(judgeImage(facts, limitsOf('linkedin'), post).is, 'fit');
  const limits = { ...limitsOf('linkedin'), maxPixels: 500_000 };
  const { width, height } = await fitImage(sources.jpeg, await readPicture(sources.jpeg), limits);
  assert.ok(width * height <= 500_000 && width * height > 490_000, `${width} × ${height}`);
});

test('a file that unpacks to far too many pixels is refused by its header', async () => {
  const bytes = await plain(10, 10).png().toBuffer();
  // The measures stand in the first chunk, and its checksum behind them.
  bytes.writeUInt32BE(11_000, 16);
  bytes.writeUInt32BE(11_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  const facts = { reason: 'too_many_pixels', pixels: 121_000_000, max: 100_000_000 };
  await assert.rejects(readPicture(keep('bomb.png', bytes)), { code: 'media_rejected', facts });
});
