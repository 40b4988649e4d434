import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';
import { recordCid } from './cid.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');
const createdAt = '2026-11-15T10:00:00.000Z';
let lastKey = 0;

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('bluesky');
  token = anna.credentials.accessToken;
});
after(() => box.close());

/** A valid TID; the digits 2–7 are part of its alphabet. */
const newKey = () => {
  lastKey += 1;
  return `3m5b${lastKey
    .toString(6)
    .replace(/\d/g, (digit) => String(Number(digit) + 2))
    .padStart(9, '2')}`;
};
const put = (record: unknown, rkey: string, more: Record<string, unknown> = {}) =>
  box.post(
    '/bluesky/xrpc/com.atproto.repo.putRecord',
    { repo: anna.external_id, collection: 'app.bsky.feed.post', rkey, record, ...more },
    token,
  );
const upload = (bytes: Uint8Array, type: string) =>
  box.call('/bluesky/xrpc/com.atproto.repo.uploadBlob', {
    method: 'POST',
    body: bytes as BodyInit,
    headers: { 'content-type': type },
    token,
  });
const text = (words: string) => ({ $type: 'app.bsky.feed.post', text: words, createdAt });

test('logs in with the app password and refreshes; a spent refresh token gives the same pair for two hours', async () => {
  const { identifier, appPassword } = anna.credentials.extra ?? {};
  assert.match(appPassword ?? '', /^\w{4}-\w{4}-\w{4}-\w{4}$/);
  const session = await box.post('/bluesky/xrpc/com.atproto.server.createSession', {
    identifier,
    password: appPassword,
  });
  assert.equal(session.status, 200);
  assert.equal(session.json.did, anna.external_id);
  assert.equal(session.json.didDoc.service[0].serviceEndpoint, box.sandbox.hosts().bluesky?.pds);
  assert.equal(session.json.accessJwt.split('.').length, 3);
  const refresh = () =>
    box.call('/bluesky/xrpc/com.atproto.server.refreshSession', {
      method: 'POST',
      token: session.json.refreshJwt,
    });
  const first = await refresh();
  const second = await refresh();
  assert.equal(first.json.accessJwt, second.json.accessJwt);
  assert.equal(first.json.refreshJwt, second.json.refreshJwt);
  clock += 2 * 3600_000;
  const late = await refresh();
  assert.deepEqual([late.status, late.json.error], [400, 'ExpiredToken']);
  clock -= 2 * 3600_000;
  const wrong = await box.post('/bluesky/xrpc/com.atproto.server.createSession', {
    identifier,
    password: 'nope',
  });
  assert.deepEqual([wrong.status, wrong.json.error], [401, 'AuthenticationRequired']);
});

test('access tokens end after 120 minutes with 400 ExpiredToken', async () => {
  const { credentials } = await box.connect('bluesky', 'short');
  clock += 120 * 60_000;
  const over = await box.call('/bluesky/xrpc/com.atproto.server.getSession', {
    token: credentials.accessToken,
  });
  clock -= 120 * 60_000;
  assert.deepEqual([over.status, over.json.error], [400, 'ExpiredToken']);
  const none = await box.call('/bluesky/xrpc/com.atproto.server.getSession');
  assert.deepEqual([none.status, none.json.error], [401, 'AuthMissing']);
  const garbage = await box.call('/bluesky/xrpc/com.atproto.server.getSession', { token: 'x' });
  assert.deepEqual([garbage.status, garbage.json.error], [400, 'InvalidToken']);
});

test('putRecord is repeatable: the table of the documentation holds row by row', async () => {
  const rkey = newKey();
  const first = await put(text('hello'), rkey, { swapRecord: null });
  assert.equal(first.status, 200, JSON.stringify(first.json));
  assert.equal(first.json.uri, `at://${anna.external_id}/app.bsky.feed.post/${rkey}`);
  assert.match(first.json.cid, /^bafyrei/);
  assert.ok(first.json.commit);
  assert.ok(first.headers.get('ratelimit-remaining'));
  const same = await put({ createdAt, text: 'hello', $type: 'app.bsky.feed.post' }, rkey, {
    swapRecord: null,
  });
  assert.deepEqual([same.status, same.json.cid, same.json.commit], [200, first.json.cid, undefined]);
  const other = await put(text('other'), rkey, { swapRecord: null });
  assert.deepEqual(
    [other.status, other.json.error, other.json.message],
    [400, 'InvalidSwap', `Record was at ${first.json.cid}`],
  );
  const create = await box.post(
    '/bluesky/xrpc/com.atproto.repo.createRecord',
    { repo: anna.username, collection: 'app.bsky.feed.post', rkey, record: text('hello') },
    token,
  );
  assert.deepEqual([create.status, create.json.error], [500, 'InternalServerError']);
  const { posts, total } = await box.posts(`?platform=bluesky&account=${anna.username}`);
  assert.equal(total, 1);
  assert.deepEqual([posts[0].id, posts[0].text, posts[0].type], [first.json.uri, 'hello', 'text']);
});

test('pictures: real cids, alt required, at most four, size looked at when posting', async () => {
  const square = await box.sample('square.jpg');
  const up = await upload(square, 'image/jpeg');
  assert.match(up.json.blob.ref.$link, /^bafkrei[a-z2-7]{52}$/);
  assert.deepEqual([up.json.blob.size, up.json.blob.mimeType], [square.length, 'image/jpeg']);
  const image = { image: up.json.blob, alt: 'a letter' };
  const images = (list: unknown[]) => ({
    ...text('look'),
    embed: { $type: 'app.bsky.embed.images', images: list },
  });
  const live = await put(images([image, image]), newKey());
  assert.equal(live.status, 200, JSON.stringify(live.json));
  const { posts } = await box.posts('?platform=bluesky&limit=1');
  assert.deepEqual(
    [posts[0].type, posts[0].media.length, posts[0].media[0].alt],
    ['carousel', 2, 'a letter'],
  );
  const picture = await fetch(posts[0].media[0].url);
  assert.equal((await picture.arrayBuffer()).byteLength, square.length);

  const refused = async (record: unknown, words: RegExp) => {
    const answer = await put(record, newKey());
    assert.equal(answer.status, 400);
    assert.match(`${answer.json.error} ${answer.json.message}`, words);
  };
  await refused(images([image, image, image, image, image]), /array too big/);
  await refused(images([{ image: up.json.blob }]), /Missing required key "alt"/);
  await refused(
    images([{ ...image, image: { ...up.json.blob, ref: { $link: 'bafkreinone' } } }]),
    /BlobNotFound/,
  );
  const big = await upload(new Uint8Array(2_000_001), 'image/jpeg');
  await refused(images([{ ...image, image: big.json.blob }]), /blob too big/);
});

test('text and keys are checked as the lexicon says', async () => {
  const cases: [unknown, string, RegExp][] = [
    [text('a'.repeat(301)), newKey(), /grapheme too big \(maximum 300, got 301\)/],
    [text('👩‍👩‍👧‍👧'.repeat(150)), newKey(), /string too big \(maximum 3000/],
    [{ ...text('x'), createdAt: 'yesterday' }, newKey(), /Invalid datetime/],
    [text('x'), 'my-key', /Invalid record key/],
    [
      { ...text('ä link'), facets: [{ index: { byteStart: 1, byteEnd: 3 }, features: [] }] },
      newKey(),
      /cuts a character/,
    ],
    [
      { ...text('x'), facets: [{ index: { byteStart: 0, byteEnd: 9 }, features: [] }] },
      newKey(),
      /outside the text/,
    ],
  ];
  for (const [record, rkey, words] of cases) {
    const answer = await put(record, rkey);
    assert.equal(answer.json.error, 'InvalidRequest');
    assert.match(answer.json.message, words);
  }
  assert.equal((await put(text('👩‍👩‍👧‍👧'.repeat(100)), newKey())).status, 200);
});

test('video goes through the video service with a service token', async () => {
  const auth = (lxm: string) =>
    box.call(
      `/bluesky/xrpc/com.atproto.server.getServiceAuth?aud=did:web:${new URL(box.url).host}&lxm=${lxm}&exp=${Math.floor(clock / 1000) + 1800}`,
      { token },
    );
  const service = (await auth('com.atproto.repo.uploadBlob')).json.token;
  const clip = await box.sample('clip.mp4');
  const send = (bearer: string) =>
    box.call(`/bluesky-video/xrpc/app.bsky.video.uploadVideo?did=${anna.external_id}&name=a.mp4`, {
      method: 'POST',
      body: clip as BodyInit,
      headers: { 'content-type': 'video/mp4' },
      token: bearer,
    });
  assert.equal((await send(token)).json.error, 'InvalidToken');
  const started = await send(service);
  assert.equal(started.json.jobStatus.state, 'JOB_STATE_ENCODING');
  const { jobId } = started.json.jobStatus;
  const ask = async () =>
    (await box.call(`/bluesky-video/xrpc/app.bsky.video.getJobStatus?jobId=${jobId}`)).json.jobStatus;
  clock += 2000;
  const done = await ask();
  assert.equal(done.state, 'JOB_STATE_COMPLETED');
  const again = await send(service);
  assert.deepEqual([again.status, again.json.error, again.json.jobId], [409, 'already_exists', jobId]);
  const live = await put(
    { ...text('film'), embed: { $type: 'app.bsky.embed.video', video: done.blob } },
    newKey(),
  );
  assert.equal(live.status, 200, JSON.stringify(live.json));
  const limits = (await auth('app.bsky.video.getUploadLimits')).json.token;
  const quota = await box.call('/bluesky-video/xrpc/app.bsky.video.getUploadLimits', { token: limits });
  assert.deepEqual([quota.json.canUpload, quota.json.remainingDailyVideos], [true, 24]);
});

test('records can be read, listed and deleted; numbers come from the app view', async () => {
  const rkey = newKey();
  const { json } = await put(text('to go'), rkey);
  const where = `repo=${anna.external_id}&collection=app.bsky.feed.post`;
  const read = () => box.call(`/bluesky/xrpc/com.atproto.repo.getRecord?${where}&rkey=${rkey}`);
  assert.equal((await read()).json.cid, json.cid);
  const list = await box.call(`/bluesky/xrpc/com.atproto.repo.listRecords?${where}&limit=1`);
  assert.equal(list.json.records.length, 1);
  const seen = await box.call(
    `/bluesky-appview/xrpc/app.bsky.feed.getPosts?uris=${encodeURIComponent(json.uri)}`,
  );
  assert.equal(typeof seen.json.posts[0].likeCount, 'number');
  const profile = await box.call(`/bluesky/xrpc/app.bsky.actor.getProfile?actor=${anna.external_id}`, {
    token,
  });
  assert.equal(profile.json.handle, anna.username);
  const gone = { repo: anna.external_id, collection: 'app.bsky.feed.post', rkey };
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await box.post('/bluesky/xrpc/com.atproto.repo.deleteRecord', gone, token)).status, 200);
  }
  assert.deepEqual([(await read()).status, (await read()).json.error], [400, 'RecordNotFound']);
  const unknown = await box.call('/bluesky/xrpc/com.atproto.repo.nothing');
  assert.deepEqual([unknown.status, unknown.json.error], [501, 'MethodNotImplemented']);
});

test('a record has the cid the real server gives it', () => {
  // A widely quoted cid of this object in DAG-CBOR; not taken from our own encoder.
  assert.equal(recordCid({ hello: 'world' }), 'bafyreidykglsfhoixmivffc5uwhcgshx4j465xwqntbmu43nb2dzqwfvae');
});
