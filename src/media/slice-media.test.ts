import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createMedia, type MediaSource } from './open-media.ts';
import { heldBytes, localFetch, mp4Bytes, serve, serveBlocks, throwsReason } from './serve-for-test.ts';

const file = mp4Bytes(300_000);

async function filmAt(t: TestContext, handler: RequestListener, options: Partial<MediaSource> = {}) {
  const url = `${await serve(t, handler)}/film?sig=secret`;
  return createMedia({ fetch: localFetch(), url, kind: 'video', alt: '', maxBytes: 1_000_000, ...options });
}

/** Answers ranges as RFC 9110 asks. */
function ranges(body: () => Buffer, headers: () => Record<string, string> = () => ({})): RequestListener {
  return (request, response) => {
    const all = body();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    for (const [name, value] of Object.entries(headers())) response.setHeader(name, value);
    if (first === undefined || last === undefined) return response.end(all);
    if (Number(first) >= all.length) {
      return response.writeHead(416, { 'content-range': `bytes */${all.length}` }).end();
    }
    const end = Math.min(Number(last) + 1, all.length);
    response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${all.length}` });
    response.end(all.subarray(Number(first), end));
  };
}

const whole: RequestListener = (_request, response) =>
  response.setHeader('content-length', file.length).end(file);
const wholeOfUnknownLength: RequestListener = (_request, response) => {
  response.write(file.subarray(0, 1000));
  response.end(file.subarray(1000));
};

const servers: Record<string, RequestListener> = {
  'with ranges': ranges(() => file),
  'without ranges': whole,
  'without ranges or length': wholeOfUnknownLength,
};

for (const [name, handler] of Object.entries(servers)) {
  test(`slices of a server ${name} are exact, and together the file`, async (t) => {
    const media = await filmAt(t, handler);
    const parts: Uint8Array[] = [];
    for (let start = 0; start < file.length; start += 70_001) {
      parts.push(await media.slice(start, Math.min(start + 70_001, file.length)));
    }
    assert.deepEqual(Buffer.concat(parts), file);
    assert.deepEqual(Buffer.from(await media.slice(299_999, 300_000)), file.subarray(299_999));
    assert.equal((await media.slice(5, 5)).length, 0);
    await throwsReason(media.slice(299_999, 300_001), 'media_rejected', 'out_of_range');
    await throwsReason(media.slice(400_000, 400_001), 'media_rejected', 'out_of_range');
  });
}

test('a slice of nonsense is a mistake of ours', async (t) => {
  const media = await filmAt(t, whole);
  for (const [start, end] of [
    [-1, 2],
    [3, 2],
    [0.5, 2],
    [0, Number.NaN],
    [0, 8 * 1024 * 1024 + 1],
  ] as const) {
    await assert.rejects(media.slice(start, end), RangeError);
  }
});

test('the size cap holds for slices', async (t) => {
  for (const handler of [ranges(() => file), whole]) {
    const media = await filmAt(t, handler, { maxBytes: 299_999 });
    await throwsReason(media.slice(0, 10), 'media_rejected', 'too_large');
    await throwsReason(media.slice(0, 300_000), 'media_rejected', 'too_large');
  }
});

test('a file that changes between slices is noticed', async (t) => {
  const changes: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
    [{ etag: '"a"' }, { etag: '"b"' }],
    [
      { 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
      { 'last-modified': 'Tue, 02 Jan 2024 00:00:00 GMT' },
    ],
  ];
  for (const [before, after] of changes) {
    for (const first of ['slice', 'open', 'probe'] as const) {
      let headers = before;
      const media = await filmAt(
        t,
        ranges(
          () => file,
          () => headers,
        ),
      );
      if (first === 'slice') await media.slice(0, 10);
      else if (first === 'open') await (await media.open()).stream.cancel();
      else await media.probe();
      await media.slice(10, 20);
      headers = after;
      await throwsReason(media.slice(20, 30), 'media_rejected', 'changed');
    }
  }
});

test('a new length is a change, with ranges or without', async (t) => {
  for (const serveRanges of [true, false]) {
    let body = file;
    const media = await filmAt(t, (request, response) => {
      if (!serveRanges) delete request.headers.range;
      ranges(() => body)(request, response);
    });
    await media.slice(0, 10);
    body = file.subarray(0, 250_000);
    await throwsReason(media.slice(10, 20), 'media_rejected', 'changed');
    await throwsReason(media.slice(260_000, 260_001), 'media_rejected', 'changed');
  }
});

test('a tag that merely became weak is no change', async (t) => {
  let etag = '"a"';
  const media = await filmAt(
    t,
    ranges(
      () => file,
      () => ({ etag }),
    ),
  );
  await media.slice(0, 10);
  etag = 'W/"a"';
  assert.deepEqual(Buffer.from(await media.slice(10, 20)), file.subarray(10, 20));
});

test('a range other than the one asked for is not taken for it', async (t) => {
  const answers = ['bytes 11-20/300000', 'bytes 10-18/300000', 'lines 10-19/300000', '', 'bytes */300000'];
  for (const written of answers) {
    const media = await filmAt(t, (_request, response) => {
      response.writeHead(206, written ? { 'content-range': written } : {}).end(file.subarray(10, 20));
    });
    await throwsReason(media.slice(10, 20), 'media_unreachable', 'wrong_range');
  }
});

test('a wider range than asked for is cut to measure', async (t) => {
  const media = await filmAt(t, (_request, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-99/300000' }).end(file.subarray(0, 100));
  });
  assert.deepEqual(Buffer.from(await media.slice(10, 20)), file.subarray(10, 20));
});

test('a slice that is cut off is passing trouble', async (t) => {
  const handlers: RequestListener[] = [
    (request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-99/300000', 'content-length': 100 });
      response.write(file.subarray(0, 50), () => request.socket.end());
    },
    (_request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-99/300000' }).end(file.subarray(0, 50));
    },
    (request, response) => {
      response.setHeader('content-length', 300_000).write(file.subarray(0, 50), () => request.socket.end());
    },
  ];
  for (const handler of handlers) {
    const media = await filmAt(t, handler);
    await throwsReason(media.slice(0, 100), 'media_unreachable', 'cut_off');
  }
});

test('statuses of slices are those of open', async (t) => {
  for (const [status, code] of [
    [404, 'media_rejected'],
    [403, 'media_rejected'],
    [503, 'media_unreachable'],
  ] as const) {
    const media = await filmAt(t, (_request, response) => response.writeHead(status).end('no'));
    await throwsReason(media.slice(0, 10), code, `http_${status}`);
  }
});

test('skipping to a slice keeps nothing of what it skips', async (t) => {
  const MiB = 1024 * 1024;
  let [before, most] = [0, 0];
  function* blocks() {
    for (let number = 0; number < 200; number++) {
      if (number % 20 === 10) most = Math.max(most, heldBytes() - before);
      const block = Buffer.alloc(MiB);
      block.writeUInt32BE(number);
      yield block;
    }
  }
  const media = await filmAt(t, serveBlocks(blocks), { maxBytes: 200 * MiB });
  before = heldBytes();
  const bytes = Buffer.from(await media.slice(192 * MiB, 196 * MiB));
  assert.deepEqual(
    [0, 1, 2, 3].map((at) => bytes.readUInt32BE(at * MiB)),
    [192, 193, 194, 195],
  );
  assert.ok(most > 0 && most < 48 * MiB, `held ${Math.round(most / MiB)} MiB`);
});
