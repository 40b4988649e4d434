import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('threads');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const graph = '/threads/v1.0';
const media = (name: string) => `${box.url}/sandbox/media/${name}`;
const get = (path: string, given = token) => box.call(`${graph}/${path}`, { token: given });
const create = (form: Record<string, string>) =>
  box.call(`${graph}/${anna.external_id}/threads`, { method: 'POST', form, token });
const publish = (id: string) =>
  box.call(`${graph}/me/threads_publish`, { method: 'POST', form: { creation_id: id, access_token: token } });
const status = async (id: string) => (await get(`${id}?fields=status,error_message`)).json;
const settled = (id: string) => {
  clock += 3000;
  return box.until(
    () => status(id),
    (answer) => answer.status !== 'IN_PROGRESS',
  );
};
const code = (answer: { json: { error: { code: number; error_subcode?: number } } }) => [
  answer.json.error.code,
  answer.json.error.error_subcode,
];

test('text is ready at once, goes live once, and can be read back', async () => {
  const made = await create({ media_type: 'TEXT', text: 'Good morning', topic_tag: 'letters' });
  assert.equal(made.status, 200, JSON.stringify(made.json));
  assert.deepEqual(await status(made.json.id), { id: made.json.id, status: 'FINISHED' });
  const live = await publish(made.json.id);
  assert.equal(live.status, 200, JSON.stringify(live.json));
  assert.equal((await status(made.json.id)).status, 'PUBLISHED');
  assert.deepEqual(code(await publish(made.json.id)), [24, 4279009]);
  const read = await get(`${live.json.id}?fields=id,permalink,shortcode,timestamp,media_type`);
  assert.deepEqual([read.json.media_type, read.json.timestamp], ['TEXT_POST', '2026-11-15T10:00:00+0000']);
  assert.equal((await fetch(read.json.permalink)).status, 200);
  // The status belongs to the container, not to the post.
  assert.deepEqual(code(await get(`${live.json.id}?fields=status`)), [100, undefined]);
  const list = await get(`me/threads?fields=id,text,topic_tag&since=${clock / 1000 - 60}`);
  assert.deepEqual(list.json.data, [{ id: live.json.id, text: 'Good morning', topic_tag: 'letters' }]);
  const { posts } = await box.posts('?platform=threads');
  const insights = await get(`${live.json.id}/insights?metric=views,likes,replies,reposts,quotes,shares`);
  const value = (name: string) =>
    insights.json.data.find((item: { name: string }) => item.name === name).values[0].value;
  assert.deepEqual([value('views'), value('likes')], [posts[0].metrics.reach, posts[0].metrics.likes]);
  assert.equal(value('reposts') + value('quotes') + value('shares'), posts[0].metrics.shares);
  assert.deepEqual(code(await get(`${live.json.id}/insights?metric=reach`)), [100, undefined]);
});

test('an image, a video, a carousel', async () => {
  const image = await create({ media_type: 'IMAGE', image_url: media('letter.png'), alt_text: 'a letter' });
  const video = await create({ media_type: 'VIDEO', video_url: media('clip.mp4'), text: 'Film' });
  assert.equal((await status(image.json.id)).status, 'IN_PROGRESS');
  assert.deepEqual(code(await publish(image.json.id)), [24, 4279009]);
  const children = await Promise.all([
    create({ media_type: 'IMAGE', is_carousel_item: 'true', image_url: media('portrait.jpg') }),
    create({ media_type: 'VIDEO', is_carousel_item: 'true', video_url: media('clip.mp4') }),
  ]);
  const ids = children.map((child) => child.json.id);
  assert.equal((await create({ media_type: 'CAROUSEL', children: ids.join(',') })).status, 400);
  for (const id of [image.json.id, video.json.id, ...ids])
    assert.equal((await settled(id)).status, 'FINISHED');
  const parent = await create({ media_type: 'CAROUSEL', children: ids.join(','), text: 'Two' });
  await settled(parent.json.id);
  for (const id of [image.json.id, video.json.id, parent.json.id])
    assert.equal((await publish(id)).status, 200);
  const { posts } = await box.posts('?platform=threads&limit=3');
  assert.deepEqual(
    posts.map((post: { type: string; media: unknown[] }) => [post.type, post.media.length]),
    [
      ['carousel', 2],
      ['video', 1],
      ['image', 1],
    ],
  );
  assert.equal(posts[2].media[0].alt, 'a letter');
  assert.deepEqual(code(await publish(ids[0])), [24, 4279009]);
});

test('what Threads would not take', async () => {
  const refused = async (form: Record<string, string>) => assert.equal((await create(form)).status, 400);
  await refused({ media_type: 'TEXT', text: 'x'.repeat(501) });
  await refused({ media_type: 'TEXT', text: '🦊'.repeat(126) });
  assert.equal((await create({ media_type: 'TEXT', text: '🦊'.repeat(125) })).status, 200);
  await refused({ media_type: 'TEXT' });
  await refused({ text: 'no type' });
  await refused({ media_type: 'TEXT', text: 'x', topic_tag: 'a.b' });
  await refused({ media_type: 'TEXT', text: 'x', reply_control: 'nobody' });
  await refused({
    media_type: 'IMAGE',
    image_url: media('square.jpg'),
    link_attachment: 'https://example.com',
  });
  const links = Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`).join(' ');
  const many = await create({ media_type: 'TEXT', text: links });
  assert.match(many.json.error.message, /THREADS_API__LINK_LIMIT_EXCEEDED/);
  const failing = async (form: Record<string, string>, message: string) => {
    const { json } = await create(form);
    const answer = await settled(json.id);
    assert.deepEqual([answer.status, answer.error_message], ['ERROR', message]);
  };
  await failing({ media_type: 'VIDEO', video_url: media('none.mp4') }, 'FAILED_DOWNLOADING_VIDEO');
  await failing({ media_type: 'VIDEO', video_url: media('square.jpg') }, 'FAILED_PROCESSING_VIDEO');
  await failing({ media_type: 'IMAGE', image_url: media('clip.mp4') }, 'UNKNOWN');
  await box.fault('threads', 'rejected_media');
  await failing({ media_type: 'IMAGE', image_url: media('square.jpg') }, 'INVALID_ASPEC_RATIO');
});

test('the trap: FINISHED, and yet the publishing side denies it', async () => {
  const made = await create({ media_type: 'TEXT', text: 'Denied' });
  await box.fault('threads', 'slow_processing', { on: 'threads_publish', times: 2 });
  for (let times = 0; times < 2; times += 1) {
    const denied = await publish(made.json.id);
    assert.deepEqual([...code(denied), denied.json.error.type], [24, 4279009, 'THApiException']);
    assert.equal((await status(made.json.id)).status, 'FINISHED');
  }
  assert.equal((await publish(made.json.id)).status, 200);
  const blocked = await create({ media_type: 'TEXT', text: 'Blocked?' });
  await box.fault('threads', 'lying_error');
  assert.deepEqual(code(await publish(blocked.json.id)), [4, 2207051]);
  assert.equal((await status(blocked.json.id)).status, 'PUBLISHED');
});

test('quota, expiry and slow work', async () => {
  const limit = async () =>
    (await get('me/threads_publishing_limit?fields=quota_usage,config,reply_quota_usage')).json.data[0];
  const { quota_usage: used, config } = await limit();
  assert.deepEqual(config, { quota_total: 250, quota_duration: 86400 });
  for (let count = used; count < 250; count += 1) {
    const answer = await create({ media_type: 'TEXT', text: `No. ${count}`, auto_publish_text: 'true' });
    assert.equal(answer.status, 200);
  }
  const full = await create({ media_type: 'TEXT', text: 'One too many' });
  assert.deepEqual(code(await publish(full.json.id)), [4, 2207042]);
  clock += 86_400_000;
  assert.equal((await limit()).quota_usage, 0);
  assert.equal((await status(full.json.id)).status, 'EXPIRED');
  await box.fault('threads', 'slow_processing', { seconds: 30 });
  const slow = await create({ media_type: 'TEXT', text: 'Slow' });
  assert.equal((await status(slow.json.id)).status, 'IN_PROGRESS');
  clock += 30_000;
  assert.equal((await status(slow.json.id)).status, 'FINISHED');
});

test('a login: code, sixty days, refresh after one', async () => {
  const asked = {
    client_id: 'app',
    redirect_uri: 'https://us.example/back',
    response_type: 'code',
    state: 's',
  };
  const consent = await box.call(`/threads/oauth/authorize?${new URLSearchParams(asked)}`, {
    method: 'POST',
    form: { decision: 'allow', username: 'anna' },
  });
  const code_ = new URL(consent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const trade = () =>
    fetch(`${box.url}/sandbox/threads/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'app',
        client_secret: 's',
        grant_type: 'authorization_code',
        redirect_uri: asked.redirect_uri,
        code: code_,
      }),
    });
  const text = await (await trade()).text();
  // An integer of seventeen digits, without quotes.
  assert.match(text, new RegExp(`"user_id":${anna.external_id}}`));
  const spent = (await (await trade()).json()) as { error_type: string };
  assert.equal(spent.error_type, 'OAuthException');
  const short = JSON.parse(text).access_token;
  const long = (given: string) =>
    box.call(`/threads/access_token?grant_type=th_exchange_token&client_secret=s&access_token=${given}`);
  const fresh = await long(short);
  assert.equal(fresh.json.expires_in, 5_184_000);
  assert.equal((await long(fresh.json.access_token)).status, 400);
  const refresh = (given: string) =>
    box.call(`/threads/refresh_access_token?grant_type=th_refresh_token&access_token=${given}`);
  assert.equal((await refresh(fresh.json.access_token)).status, 400);
  clock += 86_400_000;
  assert.equal((await refresh(fresh.json.access_token)).status, 200);
  const me = await get('me?fields=id,username', fresh.json.access_token);
  assert.deepEqual(me.json, { id: anna.external_id, username: 'anna' });
  assert.deepEqual(code(await get('me', short)), [190, 463]);
});
