import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import type { FileView } from '../src/contract/api/files.ts';
import { startS3, type TestS3 } from '../src/storage/s3-for-test.ts';
import { createUploads } from '../src/web/uploads.ts';
import { onBothDatabases } from './databases.ts';
import { addWorkspace } from './fill-app.ts';
import { sampleBytes } from './media-server.ts';
import { startApp, type TestApp } from './start-app.ts';

// The embedded database goes with files on disk, PostgreSQL with files in S3: as they are run.
onBothDatabases('uploads', (kind) => {
  let app: TestApp;
  let s3: TestS3 | null = null;
  let door: Server;
  const objects = mkdtempSync(join(tmpdir(), 'postbote-s3-'));
  let endpoint: string;
  let workspaceId: string;
  let stranger: string;
  before(async () => {
    s3 = kind === 'postgres' ? await startS3(objects) : null;
    app = await startApp({
      kind,
      config: { maxUpload: { video: 40 * 1024 ** 2, image: 1024 ** 2 }, ...(s3 && { s3: s3.target }) },
    });
    workspaceId = app.workspaceId;
    stranger = (await addWorkspace(app.app)).workspaceId;
    const authorize = async (req: { headers: Record<string, unknown> }) =>
      req.headers.authorization === undefined ? null : { workspaceId: String(req.headers.authorization) };
    const uploads = createUploads(app.app, { authorize });
    door = createServer((req, res) => {
      if (!uploads.handle(req, res, String(req.url))) res.writeHead(404).end();
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}/api/uploads`;
  });
  after(async () => {
    door.closeAllConnections();
    door.close();
    await app.close();
    await s3?.stop();
    rmSync(objects, { recursive: true, force: true });
  });

  const tus = (method: string, url: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    fetch(url, {
      method,
      headers: { 'tus-resumable': '1.0.0', authorization: workspaceId, ...headers },
      body: body as Uint8Array<ArrayBuffer>,
    });
  const named = (name: string) => ({ 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` });
  const announce = async (bytes: number, name = 'bild.jpg') => {
    const response = await tus('POST', endpoint, { 'upload-length': String(bytes), ...named(name) });
    return { status: response.status, url: new URL(response.headers.get('location') ?? '', endpoint).href };
  };
  const patch = (url: string, offset: number, body: Uint8Array) =>
    tus(
      'PATCH',
      url,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    );
  const offsetOf = async (url: string) => Number((await tus('HEAD', url)).headers.get('upload-offset'));
  /** As the dashboard does it. */
  const send = (bytes: Uint8Array, name: string, more: object = {}) =>
    new Promise<FileView>((resolve, reject) => {
      new Upload(Buffer.from(bytes) as unknown as Blob, {
        endpoint,
        metadata: { filename: name },
        headers: { authorization: workspaceId },
        retryDelays: [0, 50, 50],
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(JSON.parse(lastResponse.getBody()) as FileView),
        ...more,
      }).start();
    });
  const left = async () => {
    const rows = await app.app.db.query.selectFrom('files').select(['id', 'state']).execute();
    return rows.length;
  };

  test('a picture becomes a file with its measures and a thumbnail', async () => {
    const bytes = sampleBytes('square.jpg');
    const file = await send(bytes, 'Grüße aus Köln.PNG');
    assert.deepEqual(
      { ...file, id: '', url: '', thumbnailUrl: '', createdAt: 0 },
      {
        id: '',
        url: '',
        name: 'grusse-aus-koln.jpg',
        kind: 'image',
        type: 'image/jpeg',
        bytes: bytes.length,
        width: 1080,
        height: 1080,
        durationMs: null,
        thumbnailUrl: '',
        createdAt: 0,
      },
    );
    const served = await fetch(file.url);
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes);
    const thumbnail = await fetch(String(file.thumbnailUrl));
    assert.equal(thumbnail.headers.get('content-type'), 'image/webp');
    const { width, height } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [480, 480]);
  });

  test('a film becomes a file with its measures and length', async () => {
    const file = await send(sampleBytes('clip.mp4'), 'film.mp4', { chunkSize: 10_000 });
    const { kind: is, type, width, height, durationMs, thumbnailUrl } = file;
    const seen = { is, type, width, height, durationMs, thumbnailUrl };
    assert.deepEqual(seen, {
      is: 'video',
      type: 'video/mp4',
      width: 540,
      height: 960,
      durationMs: 4067,
      thumbnailUrl: null,
    });
  });

  // keeps: files.upload
  test('a line that breaks costs nothing: the upload goes on where it stood', async () => {
    const bytes = filmOf(18 * 1024 ** 2);
    const { url } = await announce(bytes.length, 'film.mp4');
    const { pathname, host, hostname, port } = new URL(url);
    let at = 0;
    for (const cut of [100_000, 9_000_000, 9_000_001, 17_000_000]) {
      const line = connect(Number(port), hostname);
      line.write(
        `PATCH ${pathname} HTTP/1.1\r\nHost: ${host}\r\nTus-Resumable: 1.0.0\r\nAuthorization: ${workspaceId}\r\nUpload-Offset: ${at}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length - at}\r\n\r\n`,
      );
      await new Promise<void>((resolve) => line.write(bytes.subarray(at, cut), () => resolve()));
      // A single byte that comes with the end of its line is dropped before anybody has asked for it.
      await pause(200);
      line.destroySoon();
      const next = await waitForOffset(url, cut);
      assert.ok(next <= cut && next >= at, `${next}`);
      at = next;
    }
    assert.ok(at > 8_000_000, `what came was kept: ${at}`);
    const last = await patch(url, at, bytes.subarray(at));
    assert.equal(last.status, 200);
    const file = (await last.json()) as FileView;
    const back = Buffer.from(await (await fetch(file.url)).arrayBuffer());
    assert.equal(hash('sha256', back, 'hex'), hash('sha256', bytes, 'hex'));
  });

  /** What a sender who lost its line does: ask where it stands, once the server had time to read. */
  const waitForOffset = async (url: string, most: number): Promise<number> => {
    const id = url.split('/').at(-1) ?? '';
    for (let looks = 0; looks < 1500; looks += 1) {
      const [row] = await app.app.db.query
        .selectFrom('files')
        .select('received')
        .where('id', '=', id)
        .execute();
      if (row?.received === most) break;
      await pause(20);
    }
    return offsetOf(url);
  };

  test('two senders at once never mix: one goes on, the other is told where it stands', async () => {
    const [mine, theirs] = [0xaa, 0xbb].map((fill) => filmOf(12 * 1024 ** 2, fill)) as [Buffer, Buffer];
    const { url } = await announce(mine.length, 'film.mp4');
    const answers = await Promise.all(
      [theirs, mine].map((bytes) =>
        patch(url, 0, bytes).then(
          ({ status }) => status,
          () => 'cut off',
        ),
      ),
    );
    assert.ok(answers.filter((status) => status === 200).length <= 1, String(answers));
    for (let at = await offsetOf(url); at < mine.length; at = await offsetOf(url)) {
      await patch(url, at, mine.subarray(at));
    }
    assert.equal((await patch(url, 3, mine.subarray(3, 9))).status, 409);
    const id = url.split('/').at(-1) ?? '';
    const [row] = await app.app.db.query.selectFrom('files').selectAll().where('id', '=', id).execute();
    const served = await fetch(`${app.url}/media/${row?.token}/${row?.name}`);
    const back = Buffer.from(await served.arrayBuffer());
    assert.equal(hash('sha256', back, 'hex'), row?.sha256);
    // Whoever was first has its bytes in front, and from one place on they are the other's.
    const [ofMine, ofTheirs] = [
      back.indexOf(Buffer.alloc(64, 0xaa)),
      back.lastIndexOf(Buffer.alloc(64, 0xbb)),
    ];
    const [lastMine, firstTheirs] = [
      back.lastIndexOf(Buffer.alloc(64, 0xaa)),
      back.indexOf(Buffer.alloc(64, 0xbb)),
    ];
    assert.equal(back.length, mine.length);
    assert.ok(
      ofTheirs < ofMine || ofTheirs === -1 || ofMine === -1 || lastMine < firstTheirs,
      'never interleaved',
    );
  });

  test('a sender who never heard the last answer finds its file finished', async () => {
    const bytes = sampleBytes('square.jpg');
    const { url } = await announce(bytes.length);
    const id = url.split('/').at(-1) ?? '';
    await app.app.storage.append(id, null, 0, bytes);
    await app.app.db.query
      .updateTable('files')
      .set({ received: bytes.length })
      .where('id', '=', id)
      .execute();
    assert.equal(await offsetOf(url), bytes.length);
    const [row] = await app.app.db.query.selectFrom('files').selectAll().where('id', '=', id).execute();
    assert.equal(row?.state, 'ready');
  });

  const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(20_000));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(20_000));
  const jpeg = sampleBytes('square.jpg');
  const hostile: [string, Uint8Array, string, string, number][] = [
    ['a page called a picture', html, 'bild.jpg', 'unsupported_type', 415],
    ['a drawing with scripts', svg, 'bild.svg', 'unsupported_type', 415],
    ['a film called a picture', sampleBytes('clip.mp4'), 'bild.jpg', 'mislabelled', 415],
    ['a picture called a film', jpeg, 'film.mp4', 'mislabelled', 415],
    [
      'a program',
      Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(9000)]),
      'bild.png',
      'unsupported_type',
      415,
    ],
    [
      'an archive',
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(9000)]),
      'bild.png',
      'unsupported_type',
      415,
    ],
    [
      'a picture that only begins like one',
      Buffer.concat([jpeg.subarray(0, 300), html]),
      'bild.jpg',
      'broken_picture',
      415,
    ],
    ['half a picture', jpeg.subarray(0, jpeg.length / 2), 'bild.jpg', 'broken_picture', 415],
    [
      'a film without pictures',
      Buffer.concat([filmOf(32), Buffer.alloc(9000)]),
      'film.mp4',
      'broken_film',
      415,
    ],
    ['a picture with more pixels than anybody needs', bomb(), 'bild.png', 'too_many_pixels', 415],
    [
      'a picture with too many bytes',
      Buffer.concat([jpeg, Buffer.alloc(1024 ** 2)]),
      'bild.jpg',
      'too_large',
      413,
    ],
  ];
  for (const [what, bytes, name, reason, status] of hostile) {
    // keeps: files.hostile
    test(`refused and removed: ${what}`, async () => {
      const before = await left();
      const { url } = await announce(bytes.length, name);
      const answer = await patch(url, 0, bytes);
      const body = (await answer.json()) as {
        error: string;
        facts: { reason: string };
        error_description: string;
      };
      assert.equal(answer.status, status, JSON.stringify(body));
      assert.equal(body.error, 'upload_refused');
      assert.equal(body.facts.reason, reason);
      assert.match(body.error_description, /^Datei abgelehnt: /);
      assert.equal(await left(), before);
      assert.equal((await tus('HEAD', url)).status, 404);
      const id = url.split('/').at(-1) ?? '';
      assert.equal(await app.app.storage.read(id, 0, 1), null);
    });
  }

  test('an upload that is too large, empty, longer than announced, or nobody’s', async () => {
    const before = await left();
    assert.equal((await announce(41 * 1024 ** 2)).status, 413);
    assert.equal((await announce(0)).status, 415);
    assert.equal((await tus('POST', endpoint, { 'upload-length': '-1' })).status, 400);
    assert.equal(
      (await tus('POST', endpoint, { 'tus-resumable': '0.2.0', 'upload-length': '5' })).status,
      412,
    );
    const nobody = await fetch(endpoint, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
    assert.equal(nobody.status, 401);
    assert.equal(await left(), before);

    const { url } = await announce(100);
    assert.equal((await patch(url, 0, randomBytes(101))).status, 413);
    assert.equal(await offsetOf(url), 0);
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const answer = await tus(method, url, {
        authorization: stranger,
        ...(method === 'PATCH' && {
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        }),
      });
      assert.equal(answer.status, 404, method);
    }
    assert.equal((await tus('GET', url)).status, 405);
    assert.equal((await tus('DELETE', url)).status, 204);
    assert.equal((await tus('HEAD', url)).status, 404);
    assert.equal(
      (await fetch(endpoint, { method: 'OPTIONS' })).headers.get('tus-max-size'),
      String(40 * 1024 ** 2),
    );
  });
});

/** Begins like the sample film and goes on, in a box that readers skip, with a pattern or one byte again and again. */
function filmOf(length: number, fill?: number): Buffer {
  const clip = sampleBytes('clip.mp4');
  if (length < clip.length) return Buffer.from(clip.subarray(0, length));
  const rest = Buffer.alloc(length - clip.length, fill);
  for (let at = 8; at + 4 <= rest.length && fill === undefined; at += 4) rest.writeUInt32BE(at, at);
  rest.writeUInt32BE(rest.length, 0);
  rest.write('free', 4, 'latin1');
  return Buffer.concat([clip, rest]);
}

/** 12,000 × 12,000 pixels in a few bytes. */
function bomb(): Buffer {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  bytes.writeUInt32BE(12_000, 16);
  bytes.writeUInt32BE(12_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
