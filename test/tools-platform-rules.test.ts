import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const images = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://example.com/${index}.jpg`);
const later = { scheduled_at: '2030-01-01T12:00:00Z' };

/** The same post as draft, scheduled, queued and at once. */
async function allWays(post: object) {
  const [draft, scheduled, queued] = [
    await app.call('create_post', post),
    await app.call('create_post', { ...post, ...later }),
    await app.call('create_post', { ...post, use_queue: true }),
  ];
  return { draft, finished: [scheduled, queued, await app.call('publish_now', post)] };
}

test('text alone on instagram: a draft may be unfinished, nothing else', async () => {
  const { draft, finished } = await allWays({ content: 'Nur Text', platforms: ['instagram'] });
  assert.equal(draft.data.status, 'draft');
  for (const { text, detail } of finished) {
    assert.equal(text, 'instagram unterstützt keine Posts vom Typ text');
    assert.equal(detail.code, 'post_type_unsupported');
    assert.equal(detail.platform, 'instagram');
    assert.deepEqual(detail.supported, ['image', 'video', 'carousel']);
  }
});

// The limits of all platforms are held by `contract.test.ts`; here it is about the ways to post, and the words.
for (const [platform, max] of [['instagram', 10]] as const) {
  test(`${platform} takes ${max} images and no more`, async () => {
    const fits = { content: 'Bilder', platforms: [platform], media_urls: images(max), ...later };
    assert.equal((await app.call('create_post', fits)).isError, false);
    const { draft, finished } = await allWays({
      content: 'Bilder',
      platforms: [platform],
      media_urls: images(max + 1),
    });
    assert.equal(draft.isError, false);
    for (const { text, detail } of finished) {
      assert.equal(text, `${platform} erlaubt 2 bis ${max} Bilder, nicht ${max + 1}`);
      assert.deepEqual(
        { code: detail.code, min: detail.min, max: detail.max, count: detail.count },
        { code: 'carousel_size', min: 2, max, count: max + 1 },
      );
    }
  });
}

test('thirty hashtags and twenty mentions on instagram, and no more', async () => {
  const post = (content: string) => ({
    content,
    platforms: ['instagram'],
    media_urls: images(1),
    ...later,
  });
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ');
  const names = (count: number) => Array.from({ length: count }, (_, index) => `@name${index}`).join(' ');
  assert.equal((await app.call('create_post', post(`${tags(30)} ${names(20)}`))).isError, false);
  const { detail } = await app.call('create_post', post(`${tags(31)} ${names(21)}`));
  const violations = detail.violations as { code: string; message: string }[];
  assert.deepEqual(
    violations.map(({ message }) => message),
    [
      'instagram erlaubt höchstens 30 Hashtags, nicht 31',
      'instagram erlaubt höchstens 20 Erwähnungen, nicht 21',
    ],
  );
});

test('one target that cannot do it stops the whole call', async () => {
  const { isError, detail } = await app.call('publish_now', {
    content: 'Nur Text',
    platforms: ['bluesky', 'instagram', 'twitter'],
  });
  assert.equal(isError, true);
  assert.deepEqual(
    (detail.violations as { platform: string }[]).map(({ platform }) => platform),
    ['instagram'],
  );
  const { posts } = (await (await fetch(`${app.sandboxUrl}/api/posts`)).json()) as { posts: unknown[] };
  assert.deepEqual(posts, []);
});
