import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestSandbox } from '../../../sandbox/open-test-sandbox.ts';
import { createCall } from '../http.ts';
import type { Media, Publishing } from '../platform.ts';
import { memoryStep } from '../publishing.fake.ts';
import { type FacebookSettings, facebook } from './index.ts';

let box: TestSandbox;
/** How far the sandbox is ahead: numbers need time to grow. */
let later = 0;
before(async () => {
  box = await openTestSandbox({ clockSpeed: 1000, now: () => Date.now() + later });
});
after(() => box.close());

const call = createCall({
  fetch,
  remainingMs: () => 60_000,
  signal: new AbortController().signal,
  userAgent: 'postbote-test',
});
const hosts = () => box.sandbox.hosts().facebook ?? {};

/** A sample file; `isSized: false` is a server that does not state the length. */
async function sample(name: string, isSized = true): Promise<Media> {
  const bytes = await box.sample(name);
  const isVideo = name.endsWith('.mp4');
  const type = isVideo ? 'video/mp4' : name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const facts = { type, size: isSized ? bytes.length : null, width: null, height: null };
  return {
    url: `${box.url}/sandbox/media/${name}`,
    kind: isVideo ? 'video' : 'image',
    alt: isVideo ? '' : 'a sample',
    probe: async () => facts,
    open: async () => ({ ...facts, stream: new Blob([bytes as BlobPart]).stream() }),
    slice: async (start, end) => (isSized ? bytes.slice(start, end) : assert.fail('cannot be sliced')),
  };
}

async function connected() {
  const connect = facebook.auth.connect?.by === 'oauth2' ? facebook.auth.connect : assert.fail();
  const client = { id: 'our-app', secret: 'secret' };
  const redirectUri = 'https://us.example/back';
  const address = new URL(connect.authorizeUrl(hosts()));
  const query = { client_id: client.id, redirect_uri: redirectUri, response_type: 'code', scope: 'x' };
  address.search = new URLSearchParams(query).toString();
  const body = new URLSearchParams({ decision: 'allow', new_username: 'berta' });
  const back = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const at = { call, hosts: hosts(), client, now: Date.now() };
  const credentials = await connect.exchange({ ...at, code, redirectUri, verifier: null });
  const [page] = await connect.discover({ ...at, credentials });
  return page ?? assert.fail('no page');
}

test('connect, publish every kind of post, read its page and its numbers', async () => {
  await box.connect('facebook', 'analyst');
  const page = await connected();
  assert.deepEqual([page.username, page.credentials.extra?.clientId], ['berta', 'our-app']);
  const account = { externalId: page.externalId, username: page.username };
  const posts: [string, Media[], Partial<FacebookSettings>][] = [
    ['Only words', [], {}],
    ['A link', [], { link: 'https://example.com/' }],
    ['One picture', [await sample('square.jpg')], {}],
    ['Two pictures', [await sample('square.jpg'), await sample('letter.png')], {}],
    ['A film', [await sample('clip.mp4')], { title: 'Title' }],
    ['A film of unknown length', [await sample('clip.mp4', false)], {}],
    ['A reel', [await sample('clip.mp4')], { video_as: 'reel' }],
    ['A reel of unknown length', [await sample('clip.mp4', false)], { video_as: 'reel' }],
  ];
  for (const [text, media, settings] of posts) {
    const isVideo = media[0]?.kind === 'video';
    const at: Publishing<FacebookSettings> = {
      account,
      credentials: page.credentials,
      hosts: hosts(),
      post: {
        type: media.length > 1 ? 'carousel' : (media[0]?.kind ?? 'text'),
        text,
        media,
        cover: isVideo ? await sample('cover.jpg') : null,
        settings: { video_as: 'video', ...settings },
      },
      step: memoryStep(),
      call,
      linkedPage: async () => null,
      now: () => Date.now(),
    };
    const published = await facebook.publish(at);
    assert.equal((await fetch(published.url ?? '')).status, 200, text);
    const { posts: live } = await box.posts(`?platform=facebook&account=${page.externalId}`);
    assert.deepEqual([live[0].text, live[0].type, live[0].cover], [text, at.post.type, isVideo]);
    const reading = { account, credentials: page.credentials, hosts: hosts(), call, now: () => Date.now() };
    later += 30 * 3_600_000;
    const [seen] = (await box.posts(`?platform=facebook&account=${page.externalId}`)).posts;
    const { likes, comments, shares, reach } = seen.metrics;
    assert.deepEqual(await facebook.insights?.(reading, published), { likes, comments, shares, reach }, text);
  }
  assert.equal((await box.posts(`?platform=facebook&account=${page.externalId}`)).total, posts.length);
});
