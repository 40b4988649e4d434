import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PostStatus } from '../src/contract/tools.ts';
import { addPublishingAccount } from './fill-app.ts';
import { type MediaServer, sampleBytes, serveBytes, startMediaServer } from './media-server.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock } from './start-node.ts';

let app: TestApp;
let files: MediaServer;
let forbidden: MediaServer;
before(async () => {
  files = await startMediaServer('127.0.0.1');
  forbidden = await startMediaServer('127.0.0.2');
  app = await startApp({ env: { ...fastClock(20), POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.1/32' } });
});
after(async () => {
  await app.close();
  await files.close();
  await forbidden.close();
});

const square = sampleBytes('square.jpg');
type Platform = 'bluesky' | 'instagram' | 'twitter';

async function publish(platform: Platform, media_urls: string[], more = {}) {
  const { id, username } = await addPublishingAccount(app, app.workspaceId, platform);
  const { data, text } = await app.call('publish_now', {
    content: 'Datei',
    account_ids: [id],
    media_urls,
    ...more,
  });
  assert.ok(data.id, text);
  const [variant] = ((await app.ended(String(data.id))) as unknown as PostStatus).variants;
  return { variant, posts: await controlSandbox(app).posts(platform, username) };
}

for (const platform of ['bluesky', 'instagram', 'twitter'] as const) {
  test(`${platform}: a file that vanished since is a final refusal`, async () => {
    const { variant, posts } = await publish(platform, [`${files.url}/vanished.jpg`]);
    assert.equal(variant?.status, 'failed');
    assert.equal(variant?.error_code, 'media_rejected');
    assert.equal(variant?.error, `Ein Medium passt nicht für ${platform}: HTTP 404`);
    assert.deepEqual(posts, []);
  });

  test(`${platform}: a file that is no picture after all is refused`, async () => {
    const url = files.on(
      `/page-${platform}.jpg`,
      serveBytes(Buffer.from('<!doctype html><p>Hallo'), 'image/jpeg'),
    );
    const { variant, posts } = await publish(platform, [url]);
    assert.equal(variant?.status, 'failed');
    assert.equal(variant?.error_code, 'media_rejected');
    assert.match(String(variant?.error), /Dateityp/);
    assert.deepEqual(posts, []);
  });

  test(`${platform}: a server that is down for a moment is asked again`, async () => {
    let asked = 0;
    const url = files.on(`/moment-${platform}.jpg`, (request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503, { 'retry-after': '10' }).end();
      else serveBytes(square, 'image/jpeg')(request, response);
    });
    const { variant, posts } = await publish(platform, [url]);
    assert.equal(variant?.status, 'published', JSON.stringify(variant));
    assert.equal(variant?.attempts, 2);
    assert.equal(posts.length, 1);
  });

  // keeps: posts.media-guard
  test(`${platform}: a redirect to a private address is refused and never followed`, async () => {
    const secret = forbidden.on('/secret.jpg', serveBytes(square, 'image/jpeg'));
    const url = files.on(`/away-${platform}.jpg`, (_request, response) =>
      response.writeHead(302, { location: secret }).end(),
    );
    const { variant, posts } = await publish(platform, [url]);
    assert.equal(variant?.status, 'failed');
    assert.equal(variant?.error_code, 'media_rejected');
    assert.equal(variant?.error, `Ein Medium passt nicht für ${platform}: die Adresse ist nicht öffentlich`);
    assert.deepEqual(posts, []);
    assert.deepEqual(forbidden.asked, []);
  });
}

test('a public redirect is followed', async () => {
  const target = files.on('/there.jpg', serveBytes(square, 'image/jpeg'));
  const url = files.on('/here.jpg', (_request, response) =>
    response.writeHead(307, { location: target }).end(),
  );
  const { variant, posts } = await publish('bluesky', [url]);
  assert.equal(variant?.status, 'published');
  assert.equal(posts[0]?.media[0]?.size, square.length);
});

test('a name that leads to a private address is refused when publishing', async () => {
  const strict = await startApp({ env: fastClock(20) });
  try {
    const { port } = new URL(files.url);
    const asked = files.asked.length;
    const { data } = await strict.call('publish_now', {
      content: 'Lokal',
      platforms: ['bluesky'],
      media_urls: [`http://localhost:${port}/there.jpg`],
    });
    const [variant] = (await strict.ended(String(data.id))).variants;
    assert.equal(variant?.status, 'failed');
    assert.match(String(variant?.error), /nicht öffentlich/);
    assert.equal(files.asked.length, asked);
  } finally {
    await strict.close();
  }
});

test('a file that is cut off is asked for again and never published in part', async () => {
  let asked = 0;
  const url = files.on('/cut.jpg', (request, response) => {
    asked += 1;
    if (asked > 2) return serveBytes(square, 'image/jpeg')(request, response);
    response.writeHead(200, { 'content-length': square.length });
    response.write(square.subarray(0, square.length - 5), () => response.destroy());
  });
  const { variant, posts } = await publish('bluesky', [url]);
  assert.equal(variant?.status, 'published');
  assert.equal(variant?.attempts, 3);
  assert.equal(posts[0]?.media[0]?.size, square.length);
});

test('a file that comes slowly is waited for', async () => {
  const url = files.on('/slow.jpg', async (_request, response) => {
    response.writeHead(200, { 'content-length': square.length });
    const piece = Math.ceil(square.length / 10);
    for (let at = 0; at < square.length; at += piece) {
      response.write(square.subarray(at, at + piece));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    response.end();
  });
  const { variant, posts } = await publish('bluesky', [url]);
  assert.equal(variant?.status, 'published');
  assert.equal(variant?.attempts, 1);
  assert.equal(posts[0]?.media[0]?.size, square.length);
});

test('a lone GIF on twitter may be larger than a picture', async () => {
  const gif = Buffer.alloc(6 * 1024 * 1024, 7);
  square.subarray(0, 600).copy(gif);
  gif.write('GIF89a', 0, 'latin1');
  const animation = files.on('/large.gif', serveBytes(gif, 'image/gif'));
  const taken = await publish('twitter', [animation]);
  assert.equal(taken.variant?.status, 'published', JSON.stringify(taken.variant));
});
