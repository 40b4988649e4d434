import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { dashboardOnly, platformIds } from '../src/contract/platform-ids.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { sniffType } from '../src/media/media-kind.ts';
import { platformById } from '../src/platforms/index.ts';
import { addFile } from './add-file.ts';
import { addAccount, addPublishingAccount } from './fill-app.ts';
import { type MediaServer, sampleBytes, serveBytes, startMediaServer } from './media-server.ts';
import { controlSandbox, type SeenPost } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock, waitFor } from './start-node.ts';

let app: TestApp;
let files: MediaServer;
before(async () => {
  files = await startMediaServer('127.0.0.1');
  app = await startApp({ env: { ...fastClock(20), POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.1/32' } });
});
after(async () => {
  await app.close();
  await files.close();
});

const make = (width: number, height: number, background = '#c0ffee') =>
  sharp({ create: { width, height, channels: 3, background } });
const takesImages = platformIds.filter((id) => platformById(id)?.capabilities.postTypes.includes('image'));
const derived = () =>
  app.app.db.query.selectFrom('files').selectAll().where('derived', 'is not', null).execute();

async function publish(platform: (typeof platformIds)[number], media_urls: string[], more = {}) {
  const { id, username } = await addPublishingAccount(app, app.workspaceId, platform);
  const { data, text } = await app.call('publish_now', {
    content: 'Ein Bild',
    account_ids: [id],
    media_urls,
    ...more,
  });
  assert.ok(data.id, text);
  const [variant] = ((await app.ended(String(data.id))) as unknown as PostStatus).variants;
  return { variant, id, posts: await controlSandbox(app).posts(platform, username) };
}

const received = async (post: SeenPost | undefined) => {
  const answer = await fetch(new URL(String(post?.media[0]?.url), `${app.sandboxUrl}/`));
  return Buffer.from(await answer.arrayBuffer());
};

// keeps: files.fitted
test('a PNG on instagram goes out as a JPEG', async () => {
  const { variant, posts } = await publish('instagram', [controlSandbox(app).sample('letter.png')]);
  assert.equal(variant?.status, 'published', JSON.stringify(variant));
  const { format, width, height } = await sharp(await received(posts[0])).metadata();
  assert.deepEqual([format, width, height], ['jpeg', 600, 600]);
});

test('an uploaded AVIF, which nobody takes, goes out to every platform', { timeout: 120_000 }, async () => {
  const bytes = await make(1200, 1000).avif({ effort: 0 }).toBuffer();
  const { url } = await addFile(app.app, app.workspaceId, 'bild.avif', bytes);
  const plan = (platforms: readonly string[], tool: string, more = {}) =>
    app.call(tool, { content: 'Für alle', platforms, media_urls: [url], ...more });
  const now = takesImages.filter((id) => !dashboardOnly.includes(id));
  const soon = () => ({ scheduled_at: new Date(app.app.clock.now() + 40_000).toISOString() });
  const made = [await plan(now, 'publish_now'), await plan(dashboardOnly, 'create_post', soon())];
  for (const { data, text } of made) {
    assert.ok(data.id, text);
    for (const one of (await app.ended(String(data.id))).variants) {
      assert.equal(one.status, 'published', JSON.stringify(one));
      const [post] = (await controlSandbox(app).posts(one.platform)).filter(({ id }) => id === one.public_id);
      assert.equal(sniffType(await received(post)), 'image/jpeg', one.platform);
    }
  }
  assert.equal(takesImages.length, 9);
});

test('a WebP cover is a JPEG at youtube, and a large picture fits under the cap of bluesky', async () => {
  const cover = files.on('/cover.webp', serveBytes(await make(640, 360).webp().toBuffer()));
  const film = await publish('youtube', [controlSandbox(app).sample('clip.mp4')], { cover_url: cover });
  assert.equal(film.variant?.status, 'published', JSON.stringify(film.variant));
  assert.equal(film.posts[0]?.cover, true);

  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 2000, height: 1500, channels: 3, background: '#000', noise } as const;
  const large = await sharp({ create }).jpeg({ quality: 100 }).toBuffer();
  assert.ok(large.length > 2_000_000);
  const picture = await publish('bluesky', [files.on('/large.jpg', serveBytes(large))]);
  assert.equal(picture.variant?.status, 'published', JSON.stringify(picture.variant));
  const size = picture.posts[0]?.media[0]?.size ?? 0;
  assert.ok(size > 500_000 && size <= 2_000_000, String(size));
});

// keeps: files.same-bytes
test('a second run sends the bytes of the first, though the source has changed and gone', async () => {
  let asked = 0;
  const first = await make(500, 500).png().toBuffer();
  const url = files.on('/fleeting.png', (request, response) => {
    asked += 1;
    // One look and one reading belong to the first run.
    if (asked > 2) response.writeHead(404).end();
    else serveBytes(first)(request, response);
  });
  const { id, username } = await addPublishingAccount(app, app.workspaceId, 'instagram');
  const sandbox = controlSandbox(app);
  await sandbox.fault({ platform: 'instagram', account: username, fault: 'error_before', times: 2 });
  const { data } = await app.call('publish_now', {
    content: 'Zweimal',
    account_ids: [id],
    media_urls: [url],
  });
  const [variant] = (await app.ended(String(data.id))).variants;
  assert.equal(variant?.status, 'published', JSON.stringify(variant));
  assert.ok((variant?.attempts ?? 0) > 1, 'it was really tried again');
  assert.equal(asked, 2);
  const posts = await sandbox.posts('instagram', username);
  assert.equal(posts.length, 1);
  const sent = await received(posts[0]);
  const kept = (await derived()).find(({ bytes, width }) => bytes === sent.length && width === 500);
  assert.ok(kept, 'what went out is the file that was kept');
});

// keeps: files.same-bytes
test('a second attempt, after the platform could not fetch everything, is sent the fitted picture too', async () => {
  const fitted = files.on('/fitted.png', serveBytes(await make(600, 500).png().toBuffer()));
  let pulls = 0;
  const flaky = files.on('/flaky.jpg', (request, response) => {
    if (request.headers['user-agent'] === 'TikTokPull' && ++pulls === 1) response.writeHead(503).end();
    else serveBytes(sampleBytes('square.jpg'))(request, response);
  });
  const { variant, posts } = await publish('tiktok', [fitted, flaky]);
  assert.equal(variant?.status, 'published', JSON.stringify(variant));
  assert.equal(pulls, 2);
  assert.equal(sniffType(await received(posts[0])), 'image/jpeg');
});

test('the same picture for the same rule is made once', async () => {
  const bytes = await make(700, 700).png().toBuffer();
  const [one, two] = ['/one.png', '/two.png'].map((path) => files.on(path, serveBytes(bytes)));
  const before = (await derived()).length;
  for (const url of [one, two, one]) {
    assert.equal((await publish('instagram', [String(url)])).variant?.status, 'published');
  }
  assert.equal((await derived()).length, before + 1);
});

test('what fits goes out from where it is, untouched', async () => {
  const bytes = sampleBytes('square.jpg');
  const url = files.on('/fits.jpg', serveBytes(bytes));
  const before = (await derived()).length;
  const { posts } = await publish('instagram', [url]);
  assert.deepEqual(await received(posts[0]), bytes);
  assert.equal((await derived()).length, before);
});

// keeps: files.own
test('an uploaded film is read where it lies: in slices, as a stream, and by its address', async () => {
  const { url } = await addFile(app.app, app.workspaceId, 'film.mp4', sampleBytes('clip.mp4'));
  const { data } = await app.call('publish_now', {
    content: 'Ein Film',
    platforms: ['twitter', 'bluesky', 'youtube', 'tiktok', 'instagram', 'threads'],
    // An address the server no longer has: nobody could fetch it.
    media_urls: [url.replace(/^http:\/\/[^/]+/, 'http://127.0.0.1:1')],
  });
  const { variants } = await app.ended(String(data.id));
  assert.equal(new Set(variants.map(({ platform }) => platform)).size, 6);
  for (const { platform, status, error } of variants)
    assert.equal(status, 'published', `${platform}: ${error}`);
});

test('a platform that fetches by itself is not sent to an address that only we can reach', async () => {
  const account = await addAccount(app.app, app.workspaceId, 'instagram', { mode: 'live' });
  const url = files.on('/live.png', serveBytes(await make(500, 500).png().toBuffer()));
  const post = { content: 'Echt', account_ids: [account], media_urls: [url] };
  const { data } = await app.call('publish_now', post, app.liveKey);
  const variant = await waitFor('the end', async () => {
    const status = await app.call('get_post_status', { post_id: data.id }, app.liveKey);
    const [one] = (status.data as unknown as PostStatus).variants;
    return one?.status === 'failed' && one;
  });
  assert.equal(variant.error_code, 'base_url_needed');
  assert.match(String(variant.next_action), /Set POSTBOTE_BASE_URL/);
});

const never: [string, string, () => Promise<Buffer>, RegExp, RegExp][] = [
  [
    'a shape that would have to be cropped',
    'wide.png',
    () => make(900, 300).png().toBuffer(),
    /Seitenverhältnis 3 \(900 × 300\), möglich ist 0,8 bis 1,91/,
    /nothing is cropped by itself/,
  ],
  [
    'a moving GIF',
    'moving.gif',
    async () => {
      const frames = await Promise.all(
        ['#f00', '#0f0'].map((color) => make(300, 300, color).png().toBuffer()),
      );
      return sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer();
    },
    /ein bewegtes Bild \(image\/gif\) würde dort stehen bleiben/,
    /as a video/,
  ],
  [
    'a type that cannot be read',
    'photo.heic',
    async () => Buffer.concat([Buffer.from('000000186674797068656963', 'hex'), Buffer.alloc(2000)]),
    /Dateityp image\/heic, möglich ist image\/jpeg, image\/png/,
    /Replace the file/,
  ],
];
for (const [what, name, bytes, words, next] of never) {
  test(`${what} is refused with the reason and what to do`, async () => {
    const url = files.on(`/${name}`, serveBytes(await bytes()));
    const { variant, posts } = await publish('instagram', [url]);
    assert.equal(variant?.status, 'failed');
    assert.equal(variant?.error_code, 'media_rejected');
    assert.match(String(variant?.error), words);
    assert.match(String(variant?.next_action), next);
    assert.equal(variant?.attempts, 1);
    assert.deepEqual(posts, []);
  });
}
