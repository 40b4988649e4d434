import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('facebook');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const graph = '/facebook-graph/v26.0';
const send = (path: string, form: Record<string, string> | FormData, given = token) =>
  box.call(`${graph}/${path}`, {
    method: 'POST',
    token: given,
    ...(form instanceof FormData ? { body: form } : { form }),
  });
const feed = (form: Record<string, string>, who = anna) =>
  send(`${who.external_id}/feed`, form, who.credentials.accessToken);
const get = (path: string, given = token) => box.call(`${graph}/${path}`, { token: given });
const code = (answer: { json: { error: { code: number; error_subcode?: number } } }) => [
  answer.json.error.code,
  answer.json.error.error_subcode,
];
async function photo(name: string, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [key, value] of Object.entries({ published: 'false', ...more })) form.set(key, value);
  form.set('source', new Blob([(await box.sample(name)) as BlobPart]), name);
  return send(`${anna.external_id}/photos`, form);
}

test('text: published, listed with our app, and not twice in a row', async () => {
  const live = await feed({ message: 'Good morning' });
  assert.equal(live.status, 200, JSON.stringify(live.json));
  assert.match(live.json.id, new RegExp(`^${anna.external_id}_\\d+$`));
  const again = await feed({ message: 'Good morning' });
  assert.deepEqual([again.status, ...code(again)], [400, 506, 1455006]);
  clock += 1000;
  assert.equal((await feed({ message: 'With a link', link: 'https://example.com/a' })).status, 200);
  assert.equal((await feed({ message: 'Good morning' })).status, 200);
  const fields = 'id,message,created_time,application{id},attachments{target{id},unshimmed_url}';
  const list = await get(
    `${anna.external_id}/published_posts?fields=${fields}&limit=2&since=${clock / 1000}`,
  );
  assert.deepEqual(
    list.json.data.map((post: { message: string }) => post.message),
    ['Good morning', 'With a link'],
  );
  assert.equal(list.json.data[0].application.id, anna.credentials.extra?.clientId);
  assert.equal(list.json.data[1].attachments.data[0].unshimmed_url, 'https://example.com/a');
  const read = await get(`${live.json.id}?fields=permalink_url,created_time`);
  assert.equal((await fetch(read.json.permalink_url)).status, 200);
  assert.equal((await fetch(`${box.url}/sandbox/facebook/${live.json.id}`)).status, 200);
  assert.deepEqual(code(await feed({})), [100, undefined]);
  assert.deepEqual(code(await feed({ message: 'x', link: 'https://www.facebook.com/x' })), [100, 1609008]);
});

test('photos: unpublished first, then attached in order, once', async () => {
  const before = (await box.posts('?platform=facebook')).total;
  const first = await photo('square.jpg', { alt_text_custom: 'a letter' });
  const second = await photo('letter.png');
  const byUrl = await send(`${anna.external_id}/photos`, {
    url: `${box.url}/sandbox/media/portrait.jpg`,
    published: 'false',
  });
  assert.equal((await box.posts('?platform=facebook')).total, before);
  const ids = [first, second, byUrl].map((answer) => answer.json.id);
  const media = JSON.stringify(ids.map((id) => ({ media_fbid: id })));
  const live = await feed({ message: 'Three', attached_media: media });
  assert.equal(live.status, 200, JSON.stringify(live.json));
  const { posts } = await box.posts('?platform=facebook&limit=1');
  assert.deepEqual(
    [posts[0].type, posts[0].media.length, posts[0].media[0].alt],
    ['carousel', 3, 'a letter'],
  );
  const list = await get(
    `${anna.external_id}/published_posts?fields=attachments{target{id},subattachments{target{id}}}&limit=1`,
  );
  const shown = list.json.data[0].attachments.data[0].subattachments.data;
  assert.deepEqual(
    shown.map((item: { target: { id: string } }) => item.target.id),
    ids,
  );
  assert.deepEqual(code(await feed({ attached_media: media })), [100, 1366051]);
  const old = await photo('square.jpg');
  clock += 86_400_000;
  assert.equal((await feed({ 'attached_media[0]': `{"media_fbid":"${old.json.id}"}` })).status, 400);
  const form = new FormData();
  form.set('source', new Blob(['no picture']), 'x.jpg');
  assert.deepEqual(code(await send(`${anna.external_id}/photos`, form)), [100, 1366046]);
});

test('a video in parts: wrong offsets are refused, the finish publishes once', async () => {
  const clip = await box.sample('clip.mp4');
  const path = `${anna.external_id}/videos`;
  const start = await send(path, { upload_phase: 'start', file_size: String(clip.length) });
  const { upload_session_id: session, video_id: id } = start.json;
  const part = (from: number, to: number) => {
    const form = new FormData();
    form.set('upload_phase', 'transfer');
    form.set('upload_session_id', session);
    form.set('start_offset', String(from));
    form.set('video_file_chunk', new Blob([clip.subarray(from, to) as BlobPart]), 'chunk');
    return send(path, form);
  };
  const finish = () =>
    send(`${path}?upload_phase=finish`, { upload_session_id: session, description: 'Film' });
  assert.equal((await part(0, 1000)).json.start_offset, '1000');
  assert.deepEqual(code(await part(0, 1000)), [6001, 1363037]);
  assert.equal((await finish()).status, 400);
  const status = async () => (await get(`${id}?fields=status,post_id,permalink_url`)).json;
  assert.equal((await status()).status.uploading_phase.bytes_transferred, 1000);
  assert.equal((await part(1000, clip.length)).json.start_offset, String(clip.length));
  assert.equal((await status()).status.publishing_phase.publish_status, 'draft');
  assert.deepEqual((await finish()).json, { success: true });
  assert.equal((await status()).status.processing_phase.status, 'in_progress');
  clock += 2000;
  const done = await status();
  assert.deepEqual([done.status.video_status, done.status.publishing_phase.status], ['ready', 'complete']);
  assert.match(done.permalink_url, /^\/\d+\/videos\/\d+\/$/);
  assert.equal((await fetch(`${box.url}/sandbox/facebook${done.permalink_url}`)).status, 200);
  assert.equal((await finish()).status, 400);
  const { posts } = await box.posts('?platform=facebook&limit=1');
  assert.deepEqual([posts[0].type, posts[0].media[0].size], ['video', clip.length]);
  const insights = await get(`${id}/video_insights?metric=total_video_impressions_unique`);
  assert.equal(insights.json.data[0].values[0].value, posts[0].metrics.reach);
});

test('a Reel: bytes in two goes, a cover, and the limit of a day', async () => {
  const clip = await box.sample('clip.mp4');
  const path = `${anna.external_id}/video_reels`;
  const start = async () => (await send(path, { upload_phase: 'start' })).json;
  const { video_id: id, upload_url: address } = await start();
  const upload = async (offset: number, body: Uint8Array) => {
    const headers = {
      authorization: `OAuth ${token}`,
      offset: String(offset),
      file_size: String(clip.length),
    };
    const response = await fetch(address, { method: 'POST', body: body as BodyInit, headers });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
    return { status: response.status, json: (await response.json()) as any };
  };
  const finish = (video: string) =>
    send(`${path}?upload_phase=finish`, { video_id: video, video_state: 'PUBLISHED', description: 'Reel' });
  assert.equal((await upload(0, clip.subarray(0, 1000))).json.debug_info.type, 'PartialRequestError');
  assert.equal((await upload(7, clip)).json.debug_info.type, 'OffsetInvalidError');
  assert.equal((await finish(id)).status, 400);
  assert.deepEqual((await upload(1000, clip.subarray(1000))).json, { success: true });
  assert.deepEqual((await finish(id)).json, { success: true });
  const form = new FormData();
  form.set('is_preferred', 'true');
  form.set('source', new Blob([(await box.sample('cover.jpg')) as BlobPart]), 'cover.jpg');
  assert.deepEqual((await send(`${id}/thumbnails`, form)).json, { success: true });
  const { posts } = await box.posts('?platform=facebook&limit=1');
  assert.deepEqual([posts[0].type, posts[0].cover, posts[0].text], ['video', true, 'Reel']);
  const other = await get(`${id}/video_insights?metric=total_video_views`);
  assert.deepEqual(other.json.data, []);
  for (let count = 1; count < 31; count += 1) {
    const next = await start();
    const headers = { authorization: `OAuth ${token}`, file_url: `${box.url}/sandbox/media/clip.mp4` };
    assert.equal((await fetch(next.upload_url, { method: 'POST', headers })).status, 200);
    const answer = await finish(next.video_id);
    if (count < 30) assert.equal(answer.status, 200, String(count));
    else assert.deepEqual(code(answer), [613, undefined]);
  }
});

test('a login: code, long life, Pages page by page, their tokens without an end', async (t) => {
  const many = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  t.after(() => many.close());
  const pages = ['anna', 'berta', 'analyst.carla', 'business.dora'];
  for (const name of pages) await many.connect('facebook', name);
  const asked = {
    client_id: 'app',
    redirect_uri: 'https://us.example/back',
    response_type: 'code',
    state: 's',
  };
  const consent = await many.call(`/facebook/v26.0/dialog/oauth?${new URLSearchParams(asked)}`, {
    method: 'POST',
    form: { decision: 'allow', username: 'berta' },
  });
  const back = new URL(consent.headers.get('location') ?? '');
  const exchange = (more: Record<string, string>) =>
    many.call(
      `${graph}/oauth/access_token?${new URLSearchParams({ client_id: 'app', client_secret: 's', ...more })}`,
    );
  const code = back.searchParams.get('code') ?? '';
  const short = await exchange({ code, redirect_uri: asked.redirect_uri });
  assert.equal(short.json.expires_in, 7200);
  assert.equal((await exchange({ code, redirect_uri: asked.redirect_uri })).status, 400);
  const long = await exchange({
    grant_type: 'fb_exchange_token',
    fb_exchange_token: short.json.access_token,
  });
  assert.equal(long.json.expires_in, 5_184_000);
  const list = (user: string, more = '') =>
    many.call(`${graph}/me/accounts?fields=id,name,username,access_token,tasks&limit=2${more}`, {
      token: user,
    });
  const first = await list(long.json.access_token);
  assert.deepEqual(
    first.json.data.map((page: { username: string }) => page.username),
    ['berta', 'anna'],
  );
  assert.ok(first.json.paging.next.includes('after='));
  const second = await list(long.json.access_token, `&after=${first.json.paging.cursors.after}`);
  assert.deepEqual(
    second.json.data.map((page: { username: string }) => page.username),
    ['analyst.carla'],
  );
  assert.ok(!second.json.data[0].tasks.includes('CREATE_CONTENT'));
  const debug = async (input: string) =>
    (await many.call(`${graph}/debug_token?input_token=${input}&access_token=app|s`)).json.data;
  assert.equal((await debug(first.json.data[0].access_token)).expires_at, 0);
  const passing = await list(short.json.access_token);
  assert.notEqual((await debug(passing.json.data[0].access_token)).expires_at, 0);
  const business = await many.call(`${graph}/me/businesses`, { token: long.json.access_token });
  const held = await many.call(`${graph}/${business.json.data[0].id}/owned_pages?fields=username`, {
    token: long.json.access_token,
  });
  assert.equal(held.json.data[0].username, 'business.dora');
  const post = (page: { id: string; access_token: string }, given = page.access_token) =>
    many.call(`${graph}/${page.id}/feed`, { method: 'POST', token: given, form: { message: 'Hi' } });
  assert.equal((await post(first.json.data[0])).status, 200);
  assert.equal((await post(second.json.data[0])).json.error.code, 200);
  assert.equal((await post(first.json.data[0], long.json.access_token)).json.error.code, 210);
});

test('faults strike where they belong, and dead tokens say so', async () => {
  const eve = await box.connect('facebook', 'eve');
  await box.fault('facebook', 'error_after', { account: 'eve' });
  const after = await feed({ message: 'After' }, eve);
  assert.deepEqual([after.status, after.json.error.is_transient], [500, true]);
  await box.fault('facebook', 'lost_answer', { account: 'eve' });
  await assert.rejects(feed({ message: 'Lost' }, eve));
  assert.equal((await box.posts(`?platform=facebook&account=${eve.external_id}`)).total, 2);
  await box.fault('facebook', 'rate_limit', { account: 'eve', retry_after: 90 });
  const limited = await feed({ message: 'Limited' }, eve);
  assert.deepEqual([limited.json.error.code, limited.headers.get('retry-after')], [32, '90']);
  await box.fault('facebook', 'expired_token', { account: 'eve' });
  assert.deepEqual(code(await feed({ message: 'Dead' }, eve)), [190, 463]);
  assert.deepEqual(code(await get('me', eve.credentials.accessToken)), [190, 463]);
  assert.deepEqual(code(await get('me', 'nonsense')), [190, undefined]);
  const dead = await get(`${anna.external_id}/insights?metric=page_fans`);
  assert.deepEqual(code(dead), [100, undefined]);
});
