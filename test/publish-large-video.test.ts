import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { test } from 'node:test';
import { heldBytes } from '../src/media/serve-for-test.ts';
import { makeDatabase } from './databases.ts';
import { startMediaServer } from './media-server.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startNode } from './start-node.ts';

const MiB = 1024 * 1024;
const size = 150 * MiB;
const header = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
const block = Buffer.alloc(256 * 1024, 7);

/** Bytes [from, to) of a film that exists nowhere: made while it is sent. */
function* film(from: number, to: number): Generator<Uint8Array> {
  for (let at = from; at < to; ) {
    if (at < header.length) {
      const end = Math.min(header.length, to);
      yield header.subarray(at, end);
      at = end;
    } else {
      const part = block.subarray(0, Math.min(block.length, to - at));
      yield part;
      at += part.length;
    }
  }
}

const serveFilm: RequestListener = (request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first ?? 0);
  const to = last ? Math.min(Number(last) + 1, size) : size;
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': to - from,
    ...(first !== undefined && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
  });
  // A reader who hangs up is no error here.
  pipeline(Readable.from(film(from, to), { highWaterMark: 1 }), response, () => response.destroy());
};

// keeps: platforms.constant-memory
test('a film of 150 MB goes out in bounded memory', { timeout: 120_000 }, async () => {
  const database = await makeDatabase('sqlite');
  const files = await startMediaServer();
  const url = files.on('/film.mp4', serveFilm);
  const node = await startNode(database, { env: { POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.1/32' } });
  const sandbox = controlSandbox(node);
  const warm = await node.call('publish_now', {
    content: 'Warmlaufen',
    platforms: ['bluesky', 'twitter'],
    media_urls: [sandbox.sample('clip.mp4')],
  });
  await node.ended(String(warm.data.id));

  for (const platform of ['bluesky', 'twitter']) {
    const before = heldBytes();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, heldBytes());
    }, 1000).unref();
    const { data } = await node.call('publish_now', {
      content: `Großer Film ${platform}`,
      platforms: [platform],
      media_urls: [url],
    });
    const { status, variants } = await node.ended(String(data.id));
    clearInterval(watch);
    assert.equal(status, 'published', JSON.stringify(variants));
    const [post] = (await sandbox.posts(platform)).filter(({ text }) => text.startsWith('Großer Film'));
    assert.equal(post?.media[0]?.size, size);
    // Film server, publisher and sandbox share this process; all of them together hold a fraction of the file.
    const grown = most - before;
    assert.ok(grown < size / 3, `${platform}: ${Math.round(grown / MiB)} MiB held for ${size / MiB} MiB`);
  }
  await node.stop();
  await files.close();
  await database.drop();
});
