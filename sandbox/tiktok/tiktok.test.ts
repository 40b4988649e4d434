import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');
const MB = 1_000_000;

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0, quotas: false });
  anna = await box.connect('tiktok');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const api = (path: string, body: unknown = {}, as = token) => box.post(`/tiktok/v2/${path}/`, body, as);
const info = { privacy_level: 'PUBLIC_TO_EVERYONE', title: 'A film #letters' };
const fileSource = (size: number, chunk = size) => ({
  source: 'FILE_UPLOAD',
  video_size: size,
  chunk_size: chunk,
  total_chunk_count: Math.floor(size / chunk),
});
const initVideo = (source: object, post: object = info, as = token) =>
  api('post/publish/video/init', { post_info: post, source_info: source }, as);
const photos = (names: string[], more: object = {}, cover = 0) => ({
  media_type: 'PHOTO',
  post_mode: 'DIRECT_POST',
  post_info: { privacy_level: 'PUBLIC_TO_EVERYONE', description: 'Pictures', ...more },
  source_info: {
    source: 'PULL_FROM_URL',
    photo_images: names.map((name) => (name.includes('//') ? name : `${box.url}/sandbox/media/${name}`)),
    photo_cover_index: cover,
  },
});
const put = (url: string, bytes: Uint8Array, first: number, total: number, type = 'video/mp4') =>
  fetch(url, {
    method: 'PUT',
    body: bytes as BodyInit,
    headers: { 'content-type': type, 'content-range': `bytes ${first}-${first + bytes.length - 1}/${total}` },
  });
const status = async (id: string) => (await api('post/publish/status/fetch', { publish_id: id })).json.data;
const untilSettled = (id: string) =>
  box.until(
    async () => {
      clock += 1000;
      return await status(id);
    },
    (data) => !data.status.startsWith('PROCESSING'),
  );
const codeOf = (reply: { status: number; json: { error: { code: string } } }) => [
  reply.status,
  reply.json.error.code,
];

async function postVideo(post: object = info, as = token): Promise<string> {
  const clip = await box.sample('clip.mp4');
  const { data } = (await initVideo(fileSource(clip.length), post, as)).json;
  assert.equal((await put(data.upload_url, clip, 0, clip.length)).status, 201);
  return data.publish_id;
}

test('a video is posted by its last byte; its id comes after moderation, with all digits', async () => {
  const creator = await api('post/publish/creator_info/query');
  assert.deepEqual(creator.json.data.privacy_level_options, [
    'PUBLIC_TO_EVERYONE',
    'MUTUAL_FOLLOW_FRIENDS',
    'SELF_ONLY',
  ]);
  assert.equal(creator.json.error.code, 'ok');
  const id = await postVideo();
  assert.match(id, /^v_pub_file~v2-1\.\d{19}$/);
  assert.equal((await status(id)).status, 'PROCESSING_UPLOAD');
  clock += 2000;
  assert.deepEqual((await status(id)).publicaly_available_post_id, []);
  clock += 1000;
  const raw = await fetch(`${box.url}/sandbox/tiktok/v2/post/publish/status/fetch/`, {
    method: 'POST',
    body: JSON.stringify({ publish_id: id }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const postId = /"publicaly_available_post_id":\[(\d{19})\]/.exec(await raw.text())?.[1];
  const { posts, total } = await box.posts('?platform=tiktok');
  assert.deepEqual([total, posts[0].id, posts[0].text], [1, postId, 'A film #letters']);
  assert.equal(posts[0].url, `${box.url}/sandbox/tiktok/@anna/video/${postId}`);
  assert.equal((await fetch(posts[0].url)).status, 200);
  assert.equal((await fetch(posts[0].url.replace('anna', 'bert'))).status, 404);
});

test('chunks: sizes by the guide, in order, and each only once', async () => {
  const wrong = [
    fileSource(4 * MB, 2 * MB),
    fileSource(20 * MB, 4 * MB),
    fileSource(70 * MB),
    fileSource(5000 * MB, 5 * MB),
    { ...fileSource(12 * MB, 5 * MB), total_chunk_count: 3 },
    { ...fileSource(12 * MB, 5 * MB), video_size: '12' },
  ];
  for (const source of wrong) assert.deepEqual(codeOf(await initVideo(source)), [400, 'invalid_params']);
  const total = 12 * MB;
  const bytes = new Uint8Array(total);
  bytes.set(await box.sample('clip.mp4'));
  const { upload_url: url, publish_id: id } = (await initVideo(fileSource(total, 5 * MB))).json.data;
  const first = bytes.subarray(0, 5 * MB);
  const last = bytes.subarray(5 * MB);
  assert.equal((await put(url, last, 5 * MB, total)).status, 416);
  assert.equal((await put(url, first.subarray(1), 0, total)).status, 416);
  assert.equal((await put(url, first, 0, total + 1)).status, 400);
  assert.equal((await put(url, first, 0, total, 'text/plain')).status, 400);
  assert.equal((await put(url.replace(/id=\d+/, 'id=1'), first, 0, total)).status, 404);
  assert.equal((await put(url, first, 0, total)).status, 206);
  const again = await put(url, first, 0, total);
  assert.deepEqual([again.status, again.headers.get('content-range')], [416, `bytes 0-4999999/${total}`]);
  assert.deepEqual((await status(id)).uploaded_bytes, 5 * MB);
  assert.equal((await put(url, last, 5 * MB, total)).status, 201);
  assert.equal((await put(url, last, 5 * MB, total)).status, 416);
  assert.equal((await untilSettled(id)).status, 'PUBLISH_COMPLETE');
  const old = (await initVideo(fileSource(1000))).json.data;
  clock += 3600_000;
  assert.equal((await put(old.upload_url, new Uint8Array(1000), 0, 1000)).status, 403);
  assert.equal((await status(old.publish_id)).uploaded_bytes, 0);
});

test('photos are fetched by address and posted by the init itself', async () => {
  const before = (await box.posts('?platform=tiktok')).total;
  const begun = await api(
    'post/publish/content/init',
    photos(['square.jpg', 'portrait.jpg'], { title: 'Two' }, 1),
  );
  assert.match(begun.json.data.publish_id, /^p_pub_url~v2-1\.\d{19}$/);
  assert.equal((await untilSettled(begun.json.data.publish_id)).status, 'PUBLISH_COMPLETE');
  const { posts, total } = await box.posts('?platform=tiktok');
  assert.deepEqual([total, posts[0].type, posts[0].media.length], [before + 1, 'carousel', 2]);
  assert.match(posts[0].url, /\/@anna\/photo\/\d+$/);
  assert.equal((await fetch(posts[0].media[0].url)).status, 200);
  for (const [name, reason] of [
    ['letter.png', 'file_format_check_failed'],
    ['missing.jpg', 'photo_pull_failed'],
  ] as const) {
    const { publish_id: id } = (await api('post/publish/content/init', photos(['square.jpg', name]))).json
      .data;
    const end = await untilSettled(id);
    assert.deepEqual([end.status, end.fail_reason], ['FAILED', reason]);
  }
  assert.equal((await box.posts('?platform=tiktok')).total, before + 1);
  for (const [body, code] of [
    [photos(Array(36).fill('square.jpg')), 'invalid_params'],
    [photos([]), 'invalid_params'],
    [photos(['square.jpg'], {}, 1), 'invalid_params'],
    [photos(['http://example.com/a.jpg']), 'invalid_params'],
    [photos(['https://unverified.example.com/a.jpg']), 'url_ownership_unverified'],
    [photos(['square.jpg'], { title: 'x'.repeat(91) }), 'invalid_params'],
    [photos(['square.jpg'], { description: 'x'.repeat(4001) }), 'invalid_params'],
  ] as const) {
    assert.equal((await api('post/publish/content/init', body)).json.error.code, code);
  }
});

test('who may see it, and who may post at all', async () => {
  const as = async (username: string) => (await box.connect('tiktok', username)).credentials.accessToken;
  const tryWith = async (username: string, post: object) =>
    (await initVideo(fileSource(1000), post, await as(username))).json.error.code;
  const own = { privacy_level: 'SELF_ONLY' };
  const unaudited = 'unaudited_client_can_only_post_to_private_accounts';
  assert.equal(await tryWith('private', info), 'privacy_level_option_mismatch');
  assert.equal(await tryWith('private', { privacy_level: 'FOLLOWER_OF_CREATOR' }), 'ok');
  assert.equal(await tryWith('unaudited', own), unaudited);
  assert.equal(await tryWith('unaudited_private', { privacy_level: 'MUTUAL_FOLLOW_FRIENDS' }), unaudited);
  assert.equal(await tryWith('unaudited_private', own), 'ok');
  assert.equal(await tryWith('banned', info), 'spam_risk_user_banned_from_posting');
  assert.equal(await tryWith('anna', {}), 'invalid_params');
  assert.equal(await tryWith('anna', { ...own, brand_content_toggle: true }), 'invalid_params');
  assert.equal(await tryWith('anna', { ...info, title: 'x'.repeat(2201) }), 'invalid_params');
});

test('drafts wait in the inbox, five at most, and are not public', async () => {
  const dora = (await box.connect('tiktok', 'dora')).credentials.accessToken;
  const draft = () => api('post/publish/inbox/video/init', { source_info: fileSource(1000) }, dora);
  const clip = await box.sample('clip.mp4');
  const source = { source_info: fileSource(clip.length) };
  const { upload_url: url, publish_id: id } = (await api('post/publish/inbox/video/init', source, dora)).json
    .data;
  await put(url, clip, 0, clip.length);
  clock += 3000;
  const ask = async () => (await api('post/publish/status/fetch', { publish_id: id }, dora)).json.data.status;
  assert.equal(await ask(), 'SEND_TO_USER_INBOX');
  assert.equal((await box.posts('?platform=tiktok&account=dora')).total, 0);
  for (let count = 0; count < 4; count += 1) assert.equal((await draft()).status, 200);
  assert.deepEqual(codeOf(await draft()), [403, 'spam_risk_too_many_pending_share']);
});

test('what is under way can be cancelled, what is done cannot', async () => {
  const id = await postVideo();
  const before = (await box.posts('?platform=tiktok&account=anna')).total;
  assert.equal((await api('post/publish/cancel', { publish_id: id })).status, 200);
  assert.equal((await status(id)).fail_reason, 'publish_cancelled');
  assert.equal((await box.posts('?platform=tiktok&account=anna')).total, before - 1);
  assert.equal((await api('post/publish/cancel', { publish_id: id })).status, 400);
  assert.deepEqual(codeOf(await api('post/publish/status/fetch', { publish_id: 'x' })), [
    400,
    'invalid_publish_id',
  ]);
  const bert = (await box.connect('tiktok', 'bert')).credentials.accessToken;
  assert.deepEqual(codeOf(await api('post/publish/status/fetch', { publish_id: id }, bert)), [
    403,
    'token_not_authorized_for_specified_publish_id',
  ]);
});

test('the list shows public posts in pages, with numbers', async () => {
  const emma = (await box.connect('tiktok', 'emma')).credentials.accessToken;
  const long = 'x'.repeat(200);
  for (const post of [{ ...info, title: long }, { privacy_level: 'SELF_ONLY' }, info, info]) {
    await postVideo(post, emma);
    clock += 1000;
  }
  const list = (body: object) =>
    box.post('/tiktok/v2/video/list/?fields=id,title,create_time,share_url', body, emma);
  const one = (await list({ max_count: 2 })).json.data;
  assert.deepEqual([one.videos.length, one.has_more], [2, true]);
  const two = (await list({ max_count: 2, cursor: one.cursor })).json.data;
  assert.deepEqual([two.videos.length, two.has_more, two.videos[0].title.length], [1, false, 150]);
  assert.deepEqual(codeOf(await list({ max_count: 21 })), [400, 'invalid_params']);
  assert.deepEqual(codeOf(await box.post('/tiktok/v2/video/list/', {}, emma)), [400, 'invalid_params']);
  const query = await box.post(
    '/tiktok/v2/video/query/?fields=id,like_count,view_count',
    { filters: { video_ids: [two.videos[0].id, '1'] } },
    emma,
  );
  assert.equal(query.json.data.videos.length, 1);
  assert.ok(query.json.data.videos[0].like_count > 0);
});

test('tokens: codes once, refresh tokens replaced, rights looked at', async () => {
  const form = (fields: Record<string, string>) =>
    box.call('/tiktok/v2/oauth/token/', {
      method: 'POST',
      form: { client_key: 'key', client_secret: 'secret', ...fields },
    });
  const refresh = (given = '', more = {}) =>
    form({ grant_type: 'refresh_token', refresh_token: given, ...more });
  const fresh = await refresh(anna.credentials.refreshToken);
  assert.deepEqual([fresh.json.expires_in, fresh.json.open_id], [86_400, anna.external_id]);
  const spent = await refresh(anna.credentials.refreshToken);
  assert.deepEqual([spent.status, spent.json.error], [200, 'invalid_grant']);
  const other = await refresh(fresh.json.refresh_token, { client_secret: 'other' });
  assert.deepEqual([other.status, other.json.error], [401, 'invalid_client']);
  const query = new URLSearchParams({
    client_key: 'key',
    response_type: 'code',
    scope: 'user.info.basic,video.list',
    redirect_uri: 'https://app.example/back',
    state: 's',
  });
  const allowed = await box.call(`/tiktok/v2/auth/authorize/?${query}`, {
    method: 'POST',
    form: { decision: 'allow', username: 'anna' },
  });
  const back = new URL(allowed.headers.get('location') ?? '');
  const code = back.searchParams.get('code') ?? '';
  const redeem = () =>
    form({ grant_type: 'authorization_code', code, redirect_uri: 'https://app.example/back' });
  const login = (await redeem()).json;
  assert.equal(login.scope, 'user.info.basic,video.list');
  assert.equal((await redeem()).json.error, 'invalid_grant');
  const user = (fields: string) =>
    box.call(`/tiktok/v2/user/info/?fields=${fields}`, { token: login.access_token });
  assert.equal((await user('open_id,display_name')).json.data.user.display_name, 'Anna Post');
  assert.deepEqual(codeOf(await user('open_id,username')), [401, 'scope_permission_missed']);
  assert.deepEqual(codeOf(await initVideo(fileSource(1000), info, login.access_token)), [
    401,
    'scope_not_authorized',
  ]);
  await box.call('/tiktok/v2/oauth/revoke/', { method: 'POST', form: { token: login.access_token } });
  assert.deepEqual(codeOf(await user('open_id')), [401, 'access_token_invalid']);
});

test('faults strike the last byte and the photo init', async () => {
  const fay = (await box.connect('tiktok', 'fay')).credentials.accessToken;
  const count = async () => (await box.posts('?platform=tiktok&account=fay')).total;
  const clip = await box.sample('clip.mp4');
  const begin = async () => (await initVideo(fileSource(clip.length), info, fay)).json.data;
  const send = async (data: { upload_url: string }) =>
    (await put(data.upload_url, clip, 0, clip.length)).status;
  const fault = (kind: string, more = {}) => box.fault('tiktok', kind, { account: 'fay', ...more });
  await fault('lost_request');
  await assert.rejects(send(await begin()));
  await fault('error_before');
  assert.equal(await send(await begin()), 500);
  await fault('rate_limit');
  assert.equal(await send(await begin()), 429);
  assert.equal(await count(), 0);
  await fault('lost_answer');
  await assert.rejects(send(await begin()));
  await fault('error_after');
  assert.equal(await send(await begin()), 500);
  assert.equal(await count(), 2);
  await fault('lost_answer');
  await assert.rejects(api('post/publish/content/init', photos(['square.jpg']), fay));
  await box.until(count, (total) => total === 3);
  await fault('rejected_media');
  await fault('slow_processing', { seconds: 60 });
  const slow = await begin();
  await send(slow);
  const ask = async () => (await api('post/publish/status/fetch', slow, fay)).json.data;
  clock += 59_000;
  assert.equal((await ask()).status, 'PROCESSING_UPLOAD');
  clock += 4000;
  assert.equal((await ask()).fail_reason, 'file_format_check_failed');
  assert.equal(await count(), 3);
  await fault('expired_token');
  assert.deepEqual(codeOf(await api('post/publish/creator_info/query', {}, fay)), [
    401,
    'access_token_invalid',
  ]);
});
