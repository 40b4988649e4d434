import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type MediaServer, sampleBytes, serveBytes, startMediaServer } from './media-server.ts';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
let server: MediaServer;
before(async () => {
  server = await startMediaServer();
  app = await startApp({ env: { POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.1/32' } });
});
after(async () => {
  await app.close();
  await server.close();
});

const draft = (media_urls: string[], more = {}) =>
  app.call('create_post', { content: 'Medien', platforms: ['bluesky'], media_urls, ...more });
const type = async (media_urls: string[], more = {}) => {
  const { data, text, isError } = await draft(media_urls, more);
  assert.equal(isError, false, text);
  return data.post_type;
};
const codes = async (media_urls: string[], more = {}) => {
  const { detail, isError } = await draft(media_urls, more);
  assert.equal(isError, true);
  return (detail.violations as { code: string }[]).map(({ code }) => code);
};
const image = 'https://example.com/a.jpg';
const video = 'https://example.com/a.mp4';

test('the extension decides, and nobody is asked', async () => {
  for (const name of ['a.jpg', 'a.JPEG', 'a.png?width=1', 'a.webp#x', 'a.gif']) {
    assert.equal(await type([`${server.url}/${name}`]), 'image', name);
  }
  for (const name of ['a.mp4', 'a.MOV', 'a.webm?b.jpg']) {
    assert.equal(await type([`${server.url}/${name}`]), 'video', name);
  }
  assert.deepEqual(server.asked, []);
});

test('without an extension the bytes decide, whatever the header says', async () => {
  const picture = server.on('/picture', serveBytes(sampleBytes('square.jpg'), 'video/mp4'));
  const film = server.on('/film', serveBytes(sampleBytes('clip.mp4'), 'image/jpeg'));
  assert.equal(await type([picture]), 'image');
  assert.equal(await type([film]), 'video');
  assert.deepEqual(await codes([picture, film]), ['media_mixed']);
});

test('what cannot be learned is taken as an image', async () => {
  const page = server.on('/page', serveBytes(Buffer.from('<!doctype html>'), 'video/mp4'));
  assert.equal(await type([page]), 'image');
  assert.equal(await type([`${server.url}/nothing-there`]), 'image');
  const gone = await startMediaServer();
  await gone.close();
  assert.equal(await type([`${gone.url}/closed`]), 'image');
});

// keeps: posts.media-kinds
test('one medium is an image or a video, several images a carousel', async () => {
  assert.equal(await type([]), 'text');
  assert.equal(await type([image]), 'image');
  assert.equal(await type([video]), 'video');
  assert.equal(await type([image, 'https://example.com/b.png']), 'carousel');
});

test('a video among several is an error', async () => {
  for (const urls of [
    [image, video],
    [video, video],
    [video, image, image],
  ]) {
    const { text, detail } = await draft(urls);
    assert.equal(text, 'Ein Video kann nur allein gepostet werden');
    assert.equal(detail.code, 'media_mixed');
  }
});

test('a cover goes with a video only, and is an image', async () => {
  assert.equal(await type([video], { cover_url: image }), 'video');
  for (const urls of [[], [image], [image, image]]) {
    const { text, detail } = await draft(urls, { cover_url: image });
    assert.equal(text, 'cover_url ist nur bei einem Video möglich');
    assert.equal(detail.code, 'cover_without_video');
  }
  const { text, detail } = await draft([video], { cover_url: video });
  assert.equal(text, 'cover_url muss ein Bild sein');
  assert.equal(detail.code, 'cover_not_image');
});

test('only http and https, without credentials', async () => {
  for (const [url, reason, words] of [
    ['ftp://example.com/a.jpg', 'bad_scheme', 'nur http und https sind möglich'],
    ['file:///etc/passwd', 'bad_scheme', 'nur http und https sind möglich'],
    ['data:image/png;base64,AAAA', 'bad_scheme', 'nur http und https sind möglich'],
    ['nonsense', 'bad_url', 'keine gültige Adresse'],
    ['', 'bad_url', 'keine gültige Adresse'],
    ['https://me:secret@example.com/a.jpg', 'credentials_in_url', 'Zugangsdaten in der Adresse'],
  ] as const) {
    const { text, detail } = await draft([image, url]);
    assert.equal(text, `Medien-Adresse ungültig (media_urls[1]): ${words}`);
    assert.equal(detail.code, 'media_url_wrong');
    assert.equal(detail.reason, reason);
    assert.ok(!JSON.stringify(detail).includes('secret'));
  }
});

// keeps: posts.media-guard
test('private, loopback, link-local and metadata addresses are refused, however they are written', async () => {
  for (const host of [
    '127.0.0.2',
    '2130706434',
    '0x7f.0.0.2',
    '169.254.169.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
  ]) {
    for (const path of ['a.jpg', 'without-extension']) {
      const { text, detail } = await draft([`http://${host}/${path}`]);
      assert.equal(detail.reason, 'private_address', `${host} ${text}`);
      assert.match(text, /nicht öffentlich/);
    }
  }
  const { detail } = await draft([video], { cover_url: 'http://10.0.0.1/c.jpg' });
  assert.equal(detail.field, 'cover_url');
});

test('what the operator allows is allowed, and nothing beside it', async () => {
  assert.equal(await type(['http://127.0.0.1/a.jpg']), 'image');
  assert.deepEqual(await codes(['http://127.0.0.3/a.jpg']), ['media_url_wrong']);
});

test('a name that leads to a private address is refused as soon as it is asked', async () => {
  const port = new URL(server.url).port;
  const strict = await startApp();
  try {
    const { detail } = await strict.call('create_post', {
      content: 'x',
      platforms: ['bluesky'],
      media_urls: [`http://localhost:${port}/no-extension`],
    });
    assert.equal(detail.code, 'media_url_wrong');
    assert.equal(detail.reason, 'private_address');
    assert.ok(!server.asked.includes('/no-extension'));
  } finally {
    await strict.close();
  }
});

test('a redirect to a private address is refused', async () => {
  const away = server.on('/away', (_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  );
  const { detail } = await draft([away]);
  assert.equal(detail.code, 'media_url_wrong');
  assert.equal(detail.reason, 'private_address');
});

test('every bad address is named in one answer', async () => {
  const { detail } = await draft(['http://10.0.0.1/a.jpg', image, 'ftp://example.com/b.jpg']);
  const violations = detail.violations as { field: string; reason: string }[];
  assert.deepEqual(
    violations.map(({ field, reason }) => `${field} ${reason}`),
    ['media_urls[0] private_address', 'media_urls[2] bad_scheme'],
  );
});
