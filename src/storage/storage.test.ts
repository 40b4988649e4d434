import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openDisk } from './disk.ts';
import { openS3 } from './s3.ts';
import { startS3 } from './s3-for-test.ts';
import { signRequest } from './sign-request.ts';
import type { Storage } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'postbote-storage-'));
const s3 = await startS3(join(folder, 's3'));
after(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const readAll = async (storage: Storage, key: string, start: number, end: number) => {
  const stream = await storage.read(key, start, end);
  return stream === null ? null : Buffer.from(await new Response(stream as BodyInit).arrayBuffer());
};

const kinds: Record<string, () => Storage> = {
  disk: () => openDisk(join(folder, 'disk')),
  s3: () => openS3(s3.target),
};

for (const [name, open] of Object.entries(kinds)) {
  describe(name, () => {
    test('what is put is read in whole and in part, replaced and removed', async () => {
      const storage = open();
      const bytes = randomBytes(700_000);
      await storage.put('whole-object', randomBytes(5));
      await storage.put('whole-object', bytes);
      assert.deepEqual(await readAll(storage, 'whole-object', 0, bytes.length), bytes);
      assert.deepEqual(
        await readAll(storage, 'whole-object', 300_001, 600_000),
        bytes.subarray(300_001, 600_000),
      );
      assert.deepEqual(
        await readAll(storage, 'whole-object', bytes.length - 1, bytes.length),
        bytes.subarray(-1),
      );
      assert.equal((await readAll(storage, 'whole-object', 7, 7))?.length, 0);
      await storage.remove('whole-object');
      await storage.remove('whole-object');
      assert.equal(await readAll(storage, 'whole-object', 0, 1), null);
    });

    // Lengths around the size of a piece, and pieces that break off in the middle.
    for (const extra of [-1, 0, 1]) {
      test(`an upload in pieces, interrupted, ${extra} bytes past two pieces`, async () => {
        const key = `pieces-${extra + 1}`;
        const { pieceBytes } = open();
        const bytes = randomBytes(pieceBytes * 2 + extra);
        const cuts = [0, 100_000, pieceBytes, pieceBytes + 5, pieceBytes * 2, bytes.length]
          .filter((at) => at <= bytes.length)
          .filter((at, index, all) => all.indexOf(at) === index);
        let progress: string | null = null;
        for (const [index, at] of cuts.slice(0, -1).entries()) {
          // Each piece is handed to another process, which knows only what was written down.
          const part = bytes.subarray(at, cuts[index + 1]);
          progress = await open().append(key, progress, at, part);
          // The answer may have been lost: the same once more changes nothing.
          if (index === 1) progress = await open().append(key, progress, at, part);
        }
        assert.equal(await readAll(open(), key, 0, 1), null, 'nothing shows before the end');
        await open().finish(key, progress, bytes.length);
        await open().finish(key, progress, bytes.length);
        assert.deepEqual(await readAll(open(), key, 0, bytes.length), bytes);
      });
    }

    test('a small upload, and one that is abandoned', async () => {
      const storage = open();
      const bytes = randomBytes(1000);
      await storage.append('small-upload', null, 0, bytes.subarray(0, 400));
      const progress = await storage.append('small-upload', null, 400, bytes.subarray(400));
      await assert.rejects(storage.finish('small-upload', progress, 999_999_999));
      await storage.finish('small-upload', progress, 1000);
      assert.deepEqual(await readAll(storage, 'small-upload', 0, 1000), bytes);
      const begun = await storage.append('begun-upload', null, 0, randomBytes(storage.pieceBytes));
      await storage.abandon('begun-upload', begun);
      await storage.abandon('begun-upload', begun);
      assert.equal(await readAll(storage, 'begun-upload', 0, 1), null);
    });
  });
}

test('a key that is not ours never becomes a path', async () => {
  for (const key of ['../../etc/passwd', 'a/b', '.', 'UPPERCASE-KEY']) {
    await assert.rejects(async () => kinds.disk?.().put(key, new Uint8Array(1)), { name: 'StorageTrouble' });
  }
});

test('a storage that stumbles is asked again, one that refuses is not', async () => {
  const storage = openS3(s3.target);
  s3.stumble(2);
  await storage.put('stumbled-over', randomBytes(10));
  const asked = s3.requests();
  await assert.rejects(openS3({ ...s3.target, bucket: 'another-bucket' }).put('not-there', randomBytes(10)), {
    name: 'StorageTrouble',
    message: /404 NoSuchBucket/,
  });
  assert.equal(s3.requests(), asked + 1);
});

test('the signature is the one of Amazon’s own example', () => {
  // "Example: GET Object", docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  const signed = signRequest(
    {
      region: 'us-east-1',
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
    },
    new Date('2013-05-24T00:00:00Z'),
  );
  assert.match(
    String(signed.authorization),
    /SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  );
});
