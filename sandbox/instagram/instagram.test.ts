import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('instagram');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const media = (name: string) => `${box.url}/sandbox/media/${name}`;
const create = (form: Record<string, string>, who = anna) =>
  box.call(`/instagram/v25.0/${who.external_id}/media`, {
    method: 'POST',
    form,
    token: who.credentials.accessToken,
  });
const publish = (id: string, who = anna) =>
  box.call(`/instagram/v25.0/${who.external_id}/media_publish`, {
    method: 'POST',
    form: { creation_id: id, access_token: who.credentials.accessToken },
  });
const status = async (id: string) =>
  (await box.call(`/instagram/v25.0/${id}?fields=status_code,status`, { token })).json;
const settled = (id: string) => {
  clock += 3000;
  return box.until(
    () => status(id),
    (answer) => answer.status_code !== 'IN_PROGRESS',
  );
};
const code = (answer: { json: { error: { code: number; error_subcode: number } } }) => [
  answer.json.error.code,
  answer.json.error.error_subcode,
];

test('an image: container, wait, publish once, read back', async () => {
  const made = await create({
    image_url: media('square.jpg'),
    caption: 'Good morning',
    alt_text: 'a letter',
  });
  assert.equal(made.status, 200, JSON.stringify(made.json));
  const { id } = made.json;
  assert.equal((await status(id)).status_code, 'IN_PROGRESS');
  const early = await publish(id);
  assert.deepEqual([early.status, ...code(early)], [400, 9007, 2207027]);
  assert.ok(early.json.error.fbtrace_id);
  assert.equal((await settled(id)).status_code, 'FINISHED');
  const live = await publish(id);
  assert.equal(live.status, 200, JSON.stringify(live.json));
  assert.notEqual(live.json.id, id);
  assert.equal((await status(id)).status_code, 'PUBLISHED');
  const again = await publish(id);
  assert.equal(again.status, 400);
  const { posts, total } = await box.posts(`?platform=instagram&account=${anna.external_id}`);
  assert.deepEqual(
    [total, posts[0].id, posts[0].text, posts[0].media[0].alt],
    [1, live.json.id, 'Good morning', 'a letter'],
  );
  const read = await box.call(
    `/instagram/v25.0/${live.json.id}?fields=permalink,shortcode,timestamp,media_product_type`,
    { token },
  );
  assert.deepEqual([read.json.media_product_type, read.json.permalink], ['FEED', posts[0].url]);
  assert.match(read.json.timestamp, /^2026-11-15T10:00:03\+0000$/);
  const list = await box.call(
    `/instagram/v25.0/${anna.external_id}/media?fields=id,caption&since=${clock / 1000 - 60}`,
    { token },
  );
  assert.deepEqual(list.json.data, [{ id: live.json.id, caption: 'Good morning' }]);
  const insights = await box.call(`/instagram/v25.0/${live.json.id}/insights?metric=reach,likes`, { token });
  assert.equal(insights.json.data[1].values[0].value, posts[0].metrics.likes);
  const dead = await box.call(`/instagram/v25.0/${live.json.id}/insights?metric=reach,plays`, { token });
  assert.equal(dead.json.error.code, 100);
});

test('a reel with a cover, and a carousel', async () => {
  const reel = await create({
    media_type: 'REELS',
    video_url: media('clip.mp4'),
    cover_url: media('cover.jpg'),
    caption: 'Reel',
  });
  const children = await Promise.all([
    create({ is_carousel_item: 'true', image_url: media('portrait.jpg') }),
    create({ is_carousel_item: 'true', image_url: media('landscape.jpg') }),
  ]);
  const ids = children.map((child) => child.json.id);
  const soon = await create({ media_type: 'CAROUSEL', children: ids.join(','), caption: 'Two' });
  assert.deepEqual(code(soon), [9007, 2207027]);
  for (const id of ids) assert.equal((await settled(id)).status_code, 'FINISHED');
  const parent = await create({ media_type: 'CAROUSEL', children: ids.join(','), caption: 'Two' });
  await settled(parent.json.id);
  assert.equal((await publish(parent.json.id)).status, 200);
  assert.equal((await settled(reel.json.id)).status_code, 'FINISHED');
  assert.equal((await publish(reel.json.id)).status, 200);
  const { posts } = await box.posts('?platform=instagram&limit=2');
  assert.deepEqual(
    [posts[0].type, posts[0].cover, posts[1].type, posts[1].media.length],
    ['video', true, 'carousel', 2],
  );
  assert.deepEqual(code(await create({ media_type: 'CAROUSEL', children: ids[0] ?? '' })), [100, 2207028]);
  assert.deepEqual(code(await create({ media_type: 'VIDEO', video_url: media('clip.mp4') })), [100, 2207023]);
});

test('media that Instagram would not take ends in ERROR with its codes', async () => {
  const failing = async (form: Record<string, string>, words: RegExp) => {
    const { json } = await create(form);
    const answer = await settled(json.id);
    assert.equal(answer.status_code, 'ERROR');
    assert.match(answer.status, words);
    assert.deepEqual(code(await publish(json.id)), [9007, 2207027]);
  };
  await failing({ image_url: media('letter.png') }, /2207005 \(36001\)/);
  await failing({ image_url: media('cover.jpg') }, /2207009 \(36003\)/);
  await failing({ image_url: media('none.jpg') }, /2207052 \(9004\)/);
  await failing({ image_url: 'http://127.0.0.1:1/a.jpg' }, /2207052 \(9004\)/);
  await failing({ media_type: 'REELS', video_url: media('square.jpg') }, /2207026 \(352\)/);
  assert.deepEqual(
    code(await create({ image_url: media('square.jpg'), caption: 'x'.repeat(2201) })),
    [110, 2207010],
  );
});

test('an image over 8 MB is too large', async () => {
  const large = await openTestSandbox({
    fetch: async () => new Response(new Uint8Array(8 * 1024 * 1024 + 1).fill(0xff)),
  });
  const who = await large.connect('instagram');
  const path = `/instagram/v25.0/${who.external_id}`;
  const auth = { token: who.credentials.accessToken };
  const made = await large.call(`${path}/media`, {
    ...auth,
    method: 'POST',
    form: { image_url: 'https://example.com/a.jpg' },
  });
  const ask = async () =>
    (await large.call(`/instagram/v25.0/${made.json.id}?fields=status_code,status`, auth)).json;
  const answer = await large.until(ask, ({ status_code }) => status_code !== 'IN_PROGRESS');
  await large.close();
  assert.match(answer.status, /2207004 \(36000\)/);
});

test('the daily quota holds, and containers expire', async () => {
  const busy = await box.connect('instagram', 'busy');
  const limit = async () =>
    (
      await box.call(
        `/instagram/v25.0/${busy.external_id}/content_publishing_limit?fields=config,quota_usage`,
        { token: busy.credentials.accessToken },
      )
    ).json.data[0];
  assert.deepEqual(await limit(), { config: { quota_total: 100, quota_duration: 86400 }, quota_usage: 0 });
  const made = await Promise.all(
    Array.from({ length: 101 }, () => create({ image_url: media('square.jpg') }, busy)),
  );
  clock += 1000;
  const ready = async () => {
    const path = `/instagram/v25.0/${made[100]?.json.id}?fields=status_code`;
    return (await box.call(path, { token: busy.credentials.accessToken })).json.status_code;
  };
  await box.until(ready, (answer) => answer === 'FINISHED');
  for (const container of made.slice(0, 100)) {
    await box.until(
      () => publish(container.json.id, busy),
      (answer) => answer.status === 200,
    );
  }
  assert.equal((await limit()).quota_usage, 100);
  assert.deepEqual(code(await publish(made[100]?.json.id, busy)), [9, 2207042]);
  clock += 86_400_000;
  assert.equal((await limit()).quota_usage, 0);
  assert.equal(await ready(), 'EXPIRED');
  assert.deepEqual(code(await publish(made[100]?.json.id, busy)), [24, 2207008]);
});

test('tokens: identity, refresh after a day, expiry after sixty', async () => {
  const me = await box.call('/instagram/v25.0/me?fields=user_id,username,account_type', { token });
  assert.deepEqual(me.json, { user_id: anna.external_id, username: 'anna', account_type: 'BUSINESS' });
  const refresh = (given: string) =>
    box.call(`/instagram/refresh_access_token?grant_type=ig_refresh_token&access_token=${given}`);
  const young = await box.connect('instagram', 'young');
  assert.equal((await refresh(young.credentials.accessToken)).status, 400);
  const old = await box.connect('instagram', 'old', { expires_in: 3600 });
  const fresh = await refresh(old.credentials.accessToken);
  assert.deepEqual([fresh.status, fresh.json.token_type, fresh.json.expires_in], [200, 'bearer', 5_184_000]);
  clock += 3601_000;
  const over = await box.call('/instagram/v25.0/me', { token: old.credentials.accessToken });
  assert.deepEqual([over.status, ...code(over)], [400, 190, 463]);
  assert.equal((await box.call('/instagram/v25.0/me', { token: fresh.json.access_token })).status, 200);
  assert.equal((await box.call('/instagram/v25.0/me', { token: 'nonsense' })).json.error.code, 190);
});

test('a reel can come as bytes, in two goes', async () => {
  const made = await create({ media_type: 'REELS', upload_type: 'resumable', caption: 'bytes' });
  const clip = await box.sample('clip.mp4');
  const send = (offset: number, body: Uint8Array) =>
    fetch(made.json.uri, {
      method: 'POST',
      body: body as BodyInit,
      headers: { authorization: `OAuth ${token}`, offset: String(offset), file_size: String(clip.length) },
    });
  assert.equal((await send(0, clip.subarray(0, 1000))).status, 400);
  const wrong = (await (await send(7, clip)).json()) as { debug_info: { type: string } };
  assert.equal(wrong.debug_info.type, 'OffsetInvalidError');
  const answer = (await (await send(1000, clip.subarray(1000))).json()) as { success: boolean };
  assert.equal(answer.success, true);
  assert.equal((await settled(made.json.id)).status_code, 'FINISHED');
  assert.equal((await publish(made.json.id)).status, 200);
});
