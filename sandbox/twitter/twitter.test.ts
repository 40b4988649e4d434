import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';
import { weightedLength } from './text.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('twitter');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const tweet = (body: unknown) => box.post('/twitter/2/tweets', body, token);
const append = (id: string, index: number, bytes: Uint8Array) => {
  const form = new FormData();
  form.set('media', new Blob([bytes as BlobPart]), 'chunk');
  form.set('segment_index', String(index));
  return box.call(`/twitter/2/media/upload/${id}/append`, { method: 'POST', body: form, token });
};
async function uploadInParts(bytes: Uint8Array, type: string, category: string) {
  const opened = await box.post(
    '/twitter/2/media/upload/initialize',
    { media_type: type, total_bytes: bytes.length, media_category: category },
    token,
  );
  assert.equal(opened.status, 200, JSON.stringify(opened.json));
  const { id } = opened.json.data;
  const half = Math.floor(bytes.length / 2);
  // The same index twice is the normal retry.
  await append(id, 0, bytes.subarray(0, 10));
  assert.equal((await append(id, 0, bytes.subarray(0, half))).status, 200);
  assert.equal((await append(id, 1, bytes.subarray(half))).status, 200);
  return { id, final: await box.call(`/twitter/2/media/upload/${id}/finalize`, { method: 'POST', token }) };
}

test('a text post: 201, links behind t.co, & escaped, and no second one with equal words', async () => {
  const text = 'Tea & letters: https://example.com/a?b=1&c=2';
  const live = await tweet({ text });
  assert.equal(live.status, 201, JSON.stringify(live.json));
  assert.match(live.json.data.text, /^Tea &amp; letters: https:\/\/t\.co\/\w{10}$/);
  assert.ok(live.headers.get('x-rate-limit-reset'));
  const again = await tweet({ text });
  assert.equal(again.status, 403);
  assert.equal(again.json.detail, 'You are not allowed to create a Tweet with duplicate content.');
  assert.match(again.headers.get('content-type') ?? '', /problem\+json/);
  const start = new Date(clock - 30_000).toISOString();
  const timeline = await box.call(
    `/twitter/2/users/${anna.external_id}/tweets?max_results=5&start_time=${start}&tweet.fields=created_at,entities,attachments`,
    { token },
  );
  assert.equal(timeline.json.meta.result_count, 1);
  const [seen] = timeline.json.data;
  assert.equal(seen.entities.urls[0].expanded_url, 'https://example.com/a?b=1&c=2');
  assert.equal(seen.created_at, new Date(clock).toISOString());
  const later = new Date(clock + 1000).toISOString();
  const empty = await box.call(`/twitter/2/users/${anna.external_id}/tweets?start_time=${later}`, { token });
  assert.deepEqual(empty.json, { meta: { result_count: 0 } });
  const lookup = await box.call(`/twitter/2/tweets?ids=${live.json.data.id},1&tweet.fields=public_metrics`, {
    token,
  });
  assert.equal(typeof lookup.json.data[0].public_metrics.like_count, 'number');
  assert.equal(lookup.json.errors[0].resource_id, '1');
  const gone = await box.call(`/twitter/2/tweets/${live.json.data.id}`, { method: 'DELETE', token });
  assert.deepEqual(gone.json, { data: { deleted: true } });
  assert.equal((await box.posts('?platform=twitter')).total, 0);
});

test('text is weighed as twitter-text does', async () => {
  assert.equal(weightedLength('a'.repeat(280)), 280);
  assert.equal(weightedLength('日本'), 4);
  assert.equal(weightedLength('👩‍👩‍👧‍👧'), 2);
  assert.equal(
    weightedLength('see https://example.com/a-very-long-path-indeed and example.org.'),
    4 + 23 + 5 + 23 + 1,
  );
  const long = await tweet({ text: 'a'.repeat(281) });
  assert.deepEqual([long.status, long.json.title], [400, 'Invalid Request']);
  assert.equal((await tweet({ text: 'a'.repeat(280) })).status, 201);
  assert.equal((await tweet({})).status, 400);
});

test('pictures in parts with alt text; media alone is never a duplicate', async () => {
  const square = await box.sample('square.jpg');
  const { id, final } = await uploadInParts(square, 'image/jpeg', 'tweet_image');
  assert.deepEqual(
    [final.status, final.json.data.size, final.json.data.processing_info],
    [200, square.length, undefined],
  );
  assert.match(final.json.data.media_key, /^3_\d+$/);
  const alt = await box.post(
    '/twitter/2/media/metadata',
    { id, metadata: { alt_text: { text: 'a letter' } } },
    token,
  );
  assert.equal(alt.status, 200);
  for (let times = 0; times < 2; times += 1) {
    clock += 1000;
    assert.equal((await tweet({ text: '', media: { media_ids: [id] } })).status, 201);
  }
  const timeline = await box.call(`/twitter/2/users/${anna.external_id}/tweets?tweet.fields=attachments`, {
    token,
  });
  assert.deepEqual(timeline.json.data[0].attachments.media_keys, [final.json.data.media_key]);
  const { posts } = await box.posts('?platform=twitter&limit=1');
  assert.deepEqual([posts[0].type, posts[0].media[0].alt], ['image', 'a letter']);
  assert.equal((await (await fetch(posts[0].media[0].url)).arrayBuffer()).byteLength, square.length);
  const unknown = await tweet({ text: 'x', media: { media_ids: ['123'] } });
  assert.deepEqual([unknown.status, unknown.json.errors[0].message], [400, 'Your media IDs are invalid.']);
});

test('a video is processed first; until then it cannot be posted', async () => {
  const clip = await box.sample('clip.mp4');
  const { id, final } = await uploadInParts(clip, 'video/mp4', 'tweet_video');
  assert.equal(final.json.data.processing_info.state, 'pending');
  assert.equal((await tweet({ text: 'film', media: { media_ids: [id] } })).status, 400);
  const ask = async () =>
    (await box.call(`/twitter/2/media/upload?command=STATUS&media_id=${id}`, { token })).json.data
      .processing_info;
  clock += 2000;
  assert.equal((await ask()).state, 'succeeded');
  const cover = await box.sample('cover.jpg');
  const form = new FormData();
  form.set('media', new Blob([cover as BlobPart]), 'cover.jpg');
  form.set('media_category', 'tweet_image');
  const preview = await box.call('/twitter/2/media/upload', { method: 'POST', body: form, token });
  assert.equal(preview.status, 200, JSON.stringify(preview.json));
  const live = await tweet({
    text: 'film',
    media: { media_ids: [id], preview_media_id: preview.json.data.id },
  });
  assert.equal(live.status, 201, JSON.stringify(live.json));
  const { posts } = await box.posts('?platform=twitter&limit=1');
  assert.deepEqual([posts[0].type, posts[0].cover, posts[0].media[0].size], ['video', true, clip.length]);
  const short = await box.post(
    '/twitter/2/media/upload/initialize',
    { media_type: 'image/jpeg', total_bytes: 9, media_category: 'tweet_image' },
    token,
  );
  const bad = await box.call(`/twitter/2/media/upload/${short.json.data.id}/finalize`, {
    method: 'POST',
    token,
  });
  assert.match(bad.json.errors[0].message, /do not add up/);
});

test('refresh tokens work once; expired access tokens answer 401', async () => {
  const { refreshToken = '', extra = {} } = anna.credentials;
  const basic = Buffer.from(`${extra.clientId}:${extra.clientSecret}`).toString('base64');
  const refresh = (
    given: string,
    headers: Record<string, string> = { authorization: `Basic ${basic}` },
    more = {},
  ) =>
    box.call('/twitter/2/oauth2/token', {
      method: 'POST',
      headers,
      form: { grant_type: 'refresh_token', refresh_token: given, ...more },
    });
  assert.equal((await refresh(refreshToken, {})).status, 401);
  const fresh = await refresh(refreshToken);
  assert.deepEqual([fresh.status, fresh.json.expires_in, fresh.json.token_type], [200, 7200, 'bearer']);
  const spent = await refresh(refreshToken);
  assert.deepEqual([spent.status, spent.json.error], [400, 'invalid_request']);
  const open = await refresh(fresh.json.refresh_token, {}, { client_id: extra.clientId });
  assert.equal(open.status, 200);
  const me = (given: string) => box.call('/twitter/2/users/me?user.fields=public_metrics', { token: given });
  assert.equal((await me(fresh.json.access_token)).json.data.username, 'anna');
  clock += 7200_000;
  const over = await me(fresh.json.access_token);
  assert.deepEqual(over.json, {
    title: 'Unauthorized',
    detail: 'Unauthorized',
    type: 'about:blank',
    status: 401,
  });
  const unknown = await box.call('/twitter/2/nothing', { token });
  assert.deepEqual([unknown.status, unknown.json.title], [404, 'Not Found']);
});
