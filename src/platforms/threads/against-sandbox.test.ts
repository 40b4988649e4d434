import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestSandbox } from '../../../sandbox/open-test-sandbox.ts';
import { createCall } from '../http.ts';
import type { Media, Publishing } from '../platform.ts';
import { memoryStep } from '../publishing.fake.ts';
import { type ThreadsSettings, threads } from './index.ts';

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
const hosts = () => box.sandbox.hosts().threads ?? {};

function sample(name: string): Media {
  const isVideo = name.endsWith('.mp4');
  const type = isVideo ? 'video/mp4' : name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const unread = () => assert.fail('Threads fetches by itself');
  return {
    url: `${box.url}/sandbox/media/${name}`,
    kind: isVideo ? 'video' : 'image',
    alt: 'a sample',
    probe: async () => ({ type, size: 10, width: null, height: null }),
    open: unread,
    slice: unread,
  };
}

async function connected() {
  const connect = threads.auth.connect?.by === 'oauth2' ? threads.auth.connect : assert.fail();
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
  const [profile] = await connect.discover({ ...at, credentials });
  return profile ?? assert.fail('no profile');
}

test('connect, publish every kind of post, read its page and its numbers', async () => {
  const profile = await connected();
  assert.equal(profile.username, 'berta');
  const account = { externalId: profile.externalId, username: profile.username };
  const posts: [string, Media[], ThreadsSettings][] = [
    ['Only words', [], { topic_tag: 'letters', reply_control: 'mentioned_only' }],
    ['A link', [], { link_attachment: 'https://example.com/' }],
    ['One picture', [sample('letter.png')], {}],
    ['Two pictures and a film', [sample('square.jpg'), sample('portrait.jpg'), sample('clip.mp4')], {}],
    ['A film', [sample('clip.mp4')], {}],
  ];
  for (const [text, media, settings] of posts) {
    const at: Publishing<ThreadsSettings> = {
      account,
      credentials: profile.credentials,
      hosts: hosts(),
      post: {
        type: media.length > 1 ? 'carousel' : (media[0]?.kind ?? 'text'),
        text,
        media,
        cover: null,
        settings,
      },
      step: memoryStep(),
      call,
      linkedPage: async () => null,
      now: () => Date.now(),
    };
    const published = await threads.publish(at);
    assert.equal((await fetch(published.url ?? '')).status, 200, text);
    const { posts: live } = await box.posts(`?platform=threads&account=${profile.externalId}`);
    assert.deepEqual([live[0].text, live[0].type, live[0].media.length], [text, at.post.type, media.length]);
    const reading = {
      account,
      credentials: profile.credentials,
      hosts: hosts(),
      call,
      now: () => Date.now(),
    };
    later += 30 * 3_600_000;
    const [seen] = (await box.posts(`?platform=threads&account=${profile.externalId}`)).posts;
    const { likes, comments, shares, reach } = seen.metrics;
    assert.deepEqual(await threads.insights?.(reading, published), { likes, comments, shares, reach }, text);
  }
  assert.equal((await box.posts(`?platform=threads&account=${profile.externalId}`)).total, posts.length);
});
