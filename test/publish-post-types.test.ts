import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PostStatus } from '../src/contract/tools.ts';
import { onBothDatabases } from './databases.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock } from './start-node.ts';

interface Case {
  readonly name: string;
  readonly platform: string;
  readonly text: string;
  readonly media: readonly string[];
  readonly cover?: string;
  readonly type: string;
  readonly publicId: RegExp;
}

const bluesky = {
  platform: 'bluesky',
  publicId: /^at:\/\/did:plc:[a-z2-7]{24}\/app\.bsky\.feed\.post\/\w{13}$/,
};
const instagram = { platform: 'instagram', publicId: /^\d{17}$/ };
const twitter = { platform: 'twitter', publicId: /^\d{10,19}$/ };
const pictures = ['square.jpg', 'portrait.jpg', 'landscape.jpg', 'cover.jpg', 'letter.png'];

const cases: readonly Case[] = [
  {
    ...bluesky,
    name: 'text',
    text: 'Grüße an @postbote.sandbox.test 😀 #tag https://example.invalid',
    media: [],
    type: 'text',
  },
  { ...bluesky, name: 'one image', text: 'Ein Bild', media: ['square.jpg'], type: 'image' },
  { ...bluesky, name: 'an image without words', text: '', media: ['letter.png'], type: 'image' },
  { ...bluesky, name: 'four images', text: 'Vier Bilder', media: pictures.slice(0, 4), type: 'carousel' },
  { ...bluesky, name: 'five images', text: 'Fünf Bilder', media: pictures, type: 'carousel' },
  { ...bluesky, name: 'a video', text: 'Ein Film', media: ['clip.mp4'], type: 'video' },
  { ...instagram, name: 'an image', text: 'Ein Bild #eins', media: ['square.jpg'], type: 'image' },
  { ...instagram, name: 'a carousel', text: 'Drei Bilder', media: pictures.slice(0, 3), type: 'carousel' },
  { ...instagram, name: 'a reel', text: 'Ein Film', media: ['clip.mp4'], type: 'video' },
  {
    ...instagram,
    name: 'a reel with a cover',
    text: 'Mit Titelbild',
    media: ['clip.mp4'],
    cover: 'cover.jpg',
    type: 'video',
  },
  { ...twitter, name: 'text', text: 'Tom & Jerry <3 https://example.com/a?b=c', media: [], type: 'text' },
  { ...twitter, name: 'one image', text: 'Ein Bild', media: ['landscape.jpg'], type: 'image' },
  { ...twitter, name: 'four images', text: 'Vier Bilder', media: pictures.slice(1, 5), type: 'carousel' },
  { ...twitter, name: 'a video', text: 'Ein Film', media: ['clip.mp4'], type: 'video' },
  {
    ...twitter,
    name: 'a video with a cover',
    text: 'Mit Titelbild',
    media: ['clip.mp4'],
    cover: 'cover.jpg',
    type: 'video',
  },
];

onBothDatabases('published through the sandbox', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind, env: fastClock() });
  });
  after(() => app.close());

  for (const { name, platform, text, media, cover, type, publicId } of cases) {
    // keeps: platforms.post-types
    test(`${platform}: ${name}`, async () => {
      const sandbox = controlSandbox(app);
      const earlier = new Set((await sandbox.posts(platform)).map(({ id }) => id));
      const { data, text: words } = await app.call('publish_now', {
        content: text,
        platforms: [platform],
        ...(media.length > 0 && { media_urls: media.map(sandbox.sample) }),
        ...(cover && { cover_url: sandbox.sample(cover) }),
      });
      assert.equal(data.post_type, type, words);
      assert.equal(data.media_count, media.length);

      const status = (await app.ended(String(data.id))) as unknown as PostStatus;
      const [variant] = status.variants;
      assert.equal(status.status, 'published', JSON.stringify(variant));
      assert.match(String(variant?.public_id), publicId);

      const made = (await sandbox.posts(platform)).filter(({ id }) => !earlier.has(id));
      assert.equal(made.length, 1, 'exactly one post');
      const [post] = made;
      assert.equal(post?.id, variant?.public_id);
      assert.equal(post?.text, text);
      assert.equal(post?.type, type);
      assert.equal(post?.media.length, media.length);
      assert.ok(post?.media.every((item) => item.size > 0));
      assert.equal(post?.cover, cover !== undefined);
      const page = await fetch(String(variant?.url));
      assert.equal(page.status, 200, String(variant?.url));
      await page.body?.cancel();
    });
  }

  test('bluesky: links, tags and mentions become facets', async () => {
    const [, , account] = /^at:\/\/((did:plc:\w+))\//.exec(
      (await controlSandbox(app).posts('bluesky')).at(-1)?.id ?? '',
    ) ?? ['', '', ''];
    const query = new URLSearchParams({
      repo: String(account),
      collection: 'app.bsky.feed.post',
      limit: '100',
    });
    const response = await fetch(`${app.sandboxUrl}/bluesky/xrpc/com.atproto.repo.listRecords?${query}`);
    const { records } = (await response.json()) as {
      records: {
        value: {
          text: string;
          facets?: { index: { byteStart: number; byteEnd: number }; features: { $type: string }[] }[];
        };
      }[];
    };
    const record = records.find(({ value }) => value.text.startsWith('Grüße'))?.value;
    const bytes = Buffer.from(record?.text ?? '');
    const found = record?.facets?.map(({ index, features }) => [
      features[0]?.$type.split('#')[1],
      bytes.subarray(index.byteStart, index.byteEnd).toString(),
    ]);
    assert.deepEqual(found?.toSorted(), [
      ['link', 'https://example.invalid'],
      ['mention', '@postbote.sandbox.test'],
      ['tag', '#tag'],
    ]);
  });

  test('one post to all three platforms', async () => {
    const sandbox = controlSandbox(app);
    const { data } = await app.call('publish_now', {
      content: 'Überall zugleich',
      platforms: ['instagram', 'twitter', 'bluesky'],
      media_urls: [sandbox.sample('square.jpg')],
    });
    const status = await app.ended(String(data.id));
    assert.equal(status.status, 'published');
    const seen = (await sandbox.posts()).filter(({ text }) => text === 'Überall zugleich');
    assert.deepEqual(seen.map(({ platform }) => platform).sort(), ['bluesky', 'instagram', 'twitter']);
  });
});
