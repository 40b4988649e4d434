import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PostboteError } from '../errors.ts';
import { createMedia, type MediaSource } from './open-media.ts';
import {
  heldBytes,
  localFetch,
  mp4Bytes,
  pngBytes,
  serve,
  serveBlocks,
  throwsReason,
} from './serve-for-test.ts';

async function mediaAt(t: TestContext, handler: RequestListener, options: Partial<MediaSource> = {}) {
  const origin = await serve(t, handler);
  const url = `${origin}/a.png?sig=secret`;
  return createMedia({
    fetch: localFetch(),
    url,
    kind: 'image',
    alt: 'A cat',
    maxBytes: 1_000_000,
    ...options,
  });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}

test('open hands out type, size, pixels and every byte', async (t) => {
  const file = pngBytes(200_000);
  const media = await mediaAt(t, (_request, response) => {
    response
      .setHeader('content-type', 'application/octet-stream')
      .setHeader('content-length', file.length)
      .end(file);
  });
  const { stream, ...facts } = await media.open();
  assert.deepEqual(facts, { type: 'image/png', size: 200_000, width: 320, height: 240 });
  assert.deepEqual(await readAll(stream), file);
  assert.deepEqual({ kind: media.kind, alt: media.alt }, { kind: 'image', alt: 'A cat' });
});

test('a file in many small pieces and of unknown length arrives whole', async (t) => {
  const file = mp4Bytes(3000);
  const media = await mediaAt(
    t,
    async (_request, response) => {
      for (let at = 0; at < file.length; at += 7) response.write(file.subarray(at, at + 7));
      response.end();
    },
    { kind: 'video' },
  );
  const { stream, ...facts } = await media.open();
  assert.deepEqual(facts, { type: 'video/mp4', size: null, width: null, height: null });
  assert.deepEqual(await readAll(stream), file);
});

test('probe tells the same and hangs up', async (t) => {
  const closed = Promise.withResolvers<number>();
  const media = await mediaAt(t, (_request, response) => {
    response.on('close', () => closed.resolve(response.socket?.bytesWritten ?? 0));
    response.setHeader('content-length', 900_000).write(pngBytes(100_000));
  });
  assert.deepEqual(await media.probe(), { type: 'image/png', size: 900_000, width: 320, height: 240 });
  await closed.promise;
});

test('cancelling the stream closes the connection', async (t) => {
  const closed = Promise.withResolvers<void>();
  const media = await mediaAt(t, (_request, response) => {
    response.on('close', closed.resolve);
    response.write(pngBytes(100_000));
  });
  const { stream } = await media.open();
  await stream.cancel();
  await closed.promise;
});

test('a lying extension is found out', async (t) => {
  const cases: readonly (readonly [MediaSource['kind'], Uint8Array])[] = [
    ['image', Buffer.from('<!doctype html><title>Please log in</title>')],
    ['image', mp4Bytes(1000)],
    ['video', pngBytes(1000)],
    ['image', Buffer.alloc(0)],
  ];
  for (const [kind, body] of cases) {
    const answer: RequestListener = (_request, response) => {
      response.setHeader('content-type', `${kind}/png`).end(body);
    };
    const media = await mediaAt(t, answer, { kind });
    await throwsReason(media.open(), 'media_rejected', 'unsupported_type');
    await throwsReason(media.probe(), 'media_rejected', 'unsupported_type');
  }
});

test('too large by its own word is refused at once', async (t) => {
  const media = await mediaAt(t, (_request, response) => {
    // Only the promise is sent, so nothing but the header can be the reason.
    response.setHeader('content-length', 1_000_001).flushHeaders();
  });
  await throwsReason(media.open(), 'media_rejected', 'too_large');
});

test('too large without a word ends the stream with an error', async (t) => {
  const exact = await mediaAt(t, (_request, response) =>
    response.write(pngBytes(500_000), () => response.end(pngBytes(500_000))),
  );
  assert.equal((await readAll((await exact.open()).stream)).length, 1_000_000);

  const closed = Promise.withResolvers<void>();
  const over = await mediaAt(t, (_request, response) => {
    response.on('close', closed.resolve);
    response.write(pngBytes(1_000_001));
  });
  await throwsReason(readAll((await over.open()).stream), 'media_rejected', 'too_large');
  await closed.promise;

  const within = await mediaAt(t, (_request, response) => response.write(pngBytes(100)), { maxBytes: 99 });
  await throwsReason(within.open(), 'media_rejected', 'too_large');
});

test('a body that is cut off never looks like the end', async (t) => {
  for (const sent of [100, 300_000]) {
    const promised = await mediaAt(t, (request, response) => {
      response.setHeader('content-length', 400_000).write(pngBytes(sent), () => request.socket.end());
    });
    const read = async () => readAll((await promised.open()).stream);
    await throwsReason(read(), 'media_unreachable', 'cut_off');

    const chunked = await mediaAt(t, (request, response) => {
      response.write(pngBytes(sent), () => request.socket.destroy());
    });
    await throwsReason(
      chunked.open().then(({ stream }) => readAll(stream)),
      'media_unreachable',
      'cut_off',
    );
  }
});

test('the promised length is counted here, whatever the transport below lets pass', async () => {
  const answer = async () =>
    new Response(new Uint8Array(pngBytes(100)), { headers: { 'content-length': '101' } });
  const fetch = Object.assign(answer, { check: () => undefined });
  const media = createMedia({ fetch, url: 'http://a.example/', kind: 'image', alt: '', maxBytes: 1000 });
  await throwsReason(media.open(), 'media_unreachable', 'cut_off');
});

test('slow servers: a pause is limited, and so is the time to the first bytes', async (t) => {
  const stalls: RequestListener = (_request, response) => {
    response.write(pngBytes(70_000));
  };
  const stalled = await mediaAt(t, stalls, { fetch: localFetch({ idleMs: 200 }) });
  await throwsReason(
    stalled.open().then(({ stream }) => readAll(stream)),
    'media_unreachable',
    'timeout',
  );

  const trickles: RequestListener = (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  };
  const trickling = await mediaAt(t, trickles, { firstBytesMs: 300 });
  await throwsReason(trickling.open(), 'media_unreachable', 'timeout');
});

test('a slow reader is not mistaken for a slow server', async (t) => {
  const file = pngBytes(900_000);
  const media = await mediaAt(t, (_request, response) => response.end(file), {
    // Long enough for a busy machine to answer in time.
    fetch: localFetch({ idleMs: 3_000 }),
    firstBytesMs: 3_000,
  });
  const { stream } = await media.open();
  await pause(4_000);
  assert.deepEqual(await readAll(stream), file);
});

test('statuses: a definite no, or try again', async (t) => {
  const definite = [400, 401, 403, 404, 410, 451, 304, 204, 206];
  for (const status of [...definite, 408, 429, 500, 502, 503, 504]) {
    const media = await mediaAt(t, (_request, response) => {
      response
        .writeHead(status, { 'retry-after': '7' })
        .end(status === 204 || status === 304 ? undefined : pngBytes(100));
    });
    const code = definite.includes(status) ? 'media_rejected' : 'media_unreachable';
    await throwsReason(media.open(), code, `http_${status}`);
    if (status === 429) {
      await assert.rejects(media.probe(), (e) => e instanceof PostboteError && e.retryAfterSeconds === 7);
    }
  }
});

test('a compressed answer nobody asked for is refused', async (t) => {
  const media = await mediaAt(t, (_request, response) => {
    response.setHeader('content-encoding', 'gzip').end(Buffer.from('1f8b0800', 'hex'));
  });
  await throwsReason(media.open(), 'media_rejected', 'unsupported_encoding');
  await throwsReason(media.slice(0, 2), 'media_rejected', 'unsupported_encoding');
});

test('a bad address is told by open, not by createMedia', async () => {
  const media = createMedia({
    fetch: localFetch(),
    url: 'file:///a.png',
    kind: 'image',
    alt: '',
    maxBytes: 10,
  });
  await throwsReason(media.open(), 'media_rejected', 'bad_scheme');
  await throwsReason(media.slice(0, 1), 'media_rejected', 'bad_scheme');
});

const MiB = 1024 * 1024;
const filmLength = 256 * MiB;

function* film() {
  const block = Buffer.alloc(64 * 1024, 1);
  yield mp4Bytes(block.length);
  for (let sent = block.length; sent < filmLength; sent += block.length) yield block;
}

test('256 MiB pass through in constant memory', async (t) => {
  const media = await mediaAt(t, serveBlocks(film, filmLength), { kind: 'video', maxBytes: filmLength });
  const { stream } = await media.open();
  const before = heldBytes();
  let [count, most, nextLook] = [0, 0, 0];
  for await (const chunk of stream) {
    count += chunk.byteLength;
    if (count < nextLook) continue;
    nextLook += 8 * MiB;
    most = Math.max(most, heldBytes() - before);
  }
  assert.equal(count, filmLength);
  assert.ok(most < 48 * MiB, `held ${Math.round(most / MiB)} MiB`);
});

test('a reader that stops reading stops the server', async (t) => {
  let written = () => 0;
  const answer = serveBlocks(film, filmLength);
  const media = await mediaAt(
    t,
    (request, response) => {
      written = () => request.socket.bytesWritten;
      answer(request, response);
    },
    { kind: 'video', maxBytes: filmLength },
  );
  const { stream } = await media.open();
  await pause(300);
  // What is under way sits in the kernel's socket buffers, not with us.
  assert.ok(written() < 32 * MiB, `${written()} bytes were taken unasked`);
  await stream.cancel();
});
