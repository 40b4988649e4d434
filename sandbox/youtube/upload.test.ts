import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');
const block = 256 * 1024;
const film = new Uint8Array(3 * block + 77).fill(7);
Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex').copy(film);

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('youtube');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const insert = (
  body: unknown = { snippet: { title: 'Film' }, status: { privacyStatus: 'public' } },
  more: { headers?: Record<string, string>; part?: string; token?: string } = {},
) =>
  box.call(`/youtube/upload/youtube/v3/videos?uploadType=resumable&part=${more.part ?? 'snippet,status'}`, {
    method: 'POST',
    token: more.token ?? token,
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(film.length),
      'x-upload-content-type': 'video/mp4',
      ...more.headers,
    },
  });
const pathOf = (headers: Headers) => (headers.get('location') ?? '').split('/sandbox')[1] ?? '';
const put = (path: string, range: string, bytes = new Uint8Array(), headers = {}) =>
  box.call(path, { method: 'PUT', body: bytes, headers: { 'content-range': range, ...headers } });
const part = (start: number, end: number) => film.slice(start, end);
const total = film.length;
const reasonOf = (json: { error: { errors: { reason: string }[] } }) => json.error.errors[0]?.reason;

test('a resumable upload: chunks, questions, one video however often it is completed', async () => {
  const opened = await insert(undefined, { headers: { slug: 'postbote-1' } });
  assert.equal(opened.status, 200, JSON.stringify(opened.json));
  assert.equal(opened.json, '');
  const path = pathOf(opened.headers);
  assert.match(path, /^\/youtube\/upload\/youtube\/v3\/videos\?uploadType=resumable&.*upload_id=/);

  const empty = await put(path, `bytes */${total}`);
  assert.deepEqual([empty.status, empty.headers.get('range')], [308, null]);
  const first = await put(path, `bytes 0-${2 * block - 1}/${total}`, part(0, 2 * block));
  assert.deepEqual([first.status, first.headers.get('range')], [308, `bytes=0-${2 * block - 1}`]);
  const asked = await put(path, `bytes */${total}`, undefined, { 'x-guploader-no-308': 'yes' });
  assert.deepEqual([asked.status, asked.headers.get('x-http-status-code-override')], [200, '308']);
  assert.equal(asked.headers.get('range'), `bytes=0-${2 * block - 1}`);

  const odd = await put(path, `bytes ${2 * block}-${2 * block + 9}/${total}`, part(0, 10));
  assert.match(odd.json.error.message, /required to be equal or greater than 262144/);
  const gap = await put(path, `bytes ${3 * block}-${total - 1}/${total}`, part(3 * block, total));
  assert.match(gap.json.error.message, /exceeds already uploaded size of 524288/);
  assert.equal((await put(path, `bytes 0-${block - 1}/${total}`, part(0, block))).status, 400);
  assert.equal((await put(path, `bytes ${2 * block}-${total}/${total + 1}`, part(0, block))).status, 400);
  assert.equal((await box.posts('?platform=youtube')).total, 0);

  const done = await put(path, `bytes ${2 * block}-${total - 1}/${total}`, part(2 * block, total));
  assert.equal(done.status, 201, JSON.stringify(done.json));
  assert.equal(done.json.kind, 'youtube#video');
  assert.equal(done.json.status.uploadStatus, 'uploaded');
  for (const [range, bytes] of [
    [`bytes */${total}`, undefined],
    [`bytes ${2 * block}-${total - 1}/${total}`, part(2 * block, total)],
  ] as const) {
    const again = await put(path, range, bytes);
    assert.deepEqual([again.status, again.json.id], [200, done.json.id]);
  }
  const { posts } = await box.posts('?platform=youtube');
  assert.deepEqual([posts.length, posts[0].type, posts[0].media[0].size], [1, 'video', total]);
  assert.equal(posts[0].url, `${box.url}/sandbox/youtube/watch?v=${done.json.id}`);
  assert.match(await (await fetch(posts[0].url)).text(), /Film/);
  assert.equal((await fetch(`${box.url}/sandbox/youtube/shorts/${done.json.id}`)).status, 200);
  assert.equal((await fetch(`${box.url}/sandbox/youtube/watch?v=nothing`)).status, 404);

  clock += 2000;
  const parts = 'status,processingDetails,fileDetails,statistics';
  const { json } = await box.call(`/youtube/youtube/v3/videos?part=${parts}&id=${done.json.id},other`, {
    token,
  });
  const [video] = json.items;
  assert.deepEqual([json.items.length, video.status.uploadStatus], [1, 'processed']);
  assert.deepEqual([video.fileDetails.fileName, video.fileDetails.fileSize], ['postbote-1', String(total)]);
  assert.equal(typeof video.statistics.viewCount, 'string');
});

test('a broken request leaves whole blocks behind', async () => {
  const path = pathOf((await insert()).headers);
  await new Promise<void>((resolve) => {
    const cut = request(`${box.url}/sandbox${path}`, {
      method: 'PUT',
      headers: { 'content-range': `bytes 0-${total - 1}/${total}`, 'content-length': total },
    });
    cut.on('error', () => resolve());
    cut.write(part(0, block + 1000), () => setTimeout(() => cut.destroy(), 50));
  });
  const state = await box.until(
    () => put(path, `bytes */${total}`),
    ({ headers }) => headers.get('range') !== null,
  );
  assert.equal(state.headers.get('range'), `bytes=0-${block - 1}`);
});

test('a session lives a week, and its address is all it takes', async () => {
  const path = pathOf((await insert()).headers);
  clock += 6 * 86_400_000;
  assert.equal((await put(path, `bytes */${total}`)).status, 308);
  clock += 86_400_000;
  const gone = await put(path, `bytes */${total}`);
  assert.deepEqual([gone.status, gone.json], [404, 'Not Found']);
  token = (await box.connect('youtube')).credentials.accessToken;
});

test('metadata is checked before the session opens', async () => {
  const status = { privacyStatus: 'public' };
  const refused: [unknown, string][] = [
    [{ snippet: { title: '' } }, 'invalidTitle'],
    [{ snippet: { title: 'a'.repeat(101) } }, 'invalidTitle'],
    [{ snippet: { title: 'a < b' } }, 'invalidTitle'],
    [{ snippet: { title: 'a', description: 'ä'.repeat(2501) } }, 'invalidDescription'],
    [{ snippet: { title: 'a', description: '<b>' } }, 'invalidDescription'],
    [{ snippet: { title: 'a', tags: ['x'.repeat(501)] } }, 'invalidTags'],
    [{ snippet: { title: 'a', categoryId: '18' } }, 'invalidCategoryId'],
    [
      { snippet: { title: 'a' }, status: { ...status, publishAt: '2030-01-01T00:00:00Z' } },
      'invalidPublishAt',
    ],
  ];
  for (const [body, reason] of refused) {
    const answer = await insert(body);
    assert.deepEqual([answer.status, reasonOf(answer.json)], [400, reason]);
  }
  const fits = { snippet: { title: 'a'.repeat(100), description: 'ä'.repeat(2500), tags: ['x y'] }, status };
  assert.equal((await insert(fits)).status, 200);
  assert.equal(reasonOf((await insert(fits, { part: '' })).json), 'missingRequiredParameter');
  const picture = { 'x-upload-content-type': 'image/png' };
  assert.equal(reasonOf((await insert(fits, { headers: picture })).json), 'badContent');
  assert.equal(reasonOf((await insert(fits, { headers: { slug: 'a/b' } })).json), 'invalidFilename');
});

test('a project may open a hundred uploads between two midnights of the Pacific', async () => {
  const { accessToken } = (await box.connect('youtube', 'busy', { expires_in: 999_999 })).credentials;
  for (let count = 0; count < 100; count += 1) {
    assert.equal((await insert(undefined, { token: accessToken })).status, 200);
  }
  const over = await insert(undefined, { token: accessToken });
  assert.deepEqual([over.status, reasonOf(over.json)], [403, 'quotaExceeded']);
  clock += 86_400_000;
  assert.equal((await insert(undefined, { token: accessToken })).status, 200);
});

test('faults strike where the video comes into being', async () => {
  token = (await box.connect('youtube')).credentials.accessToken;
  const send = async () => {
    const path = pathOf((await insert()).headers);
    const answer = put(path, `bytes 0-${total - 1}/${total}`, film);
    return { path, answer };
  };
  const before = (await box.posts('?platform=youtube')).total;
  for (const [fault, status] of [
    ['rate_limit', 429],
    ['error_before', 503],
    ['error_after', 503],
  ] as const) {
    await box.fault('youtube', fault);
    assert.equal((await (await send()).answer).status, status);
  }
  for (const fault of ['lost_request', 'lost_answer']) {
    await box.fault('youtube', fault);
    const { path, answer } = await send();
    await assert.rejects(answer);
    const state = await put(path, `bytes */${total}`);
    assert.equal(state.status, fault === 'lost_answer' ? 200 : 308);
  }
  assert.equal((await box.posts('?platform=youtube')).total, before + 2);
  await box.fault('youtube', 'rejected_media');
  await box.fault('youtube', 'slow_processing', { seconds: 60 });
  const { id } = (await (await send()).answer).json;
  assert.equal(
    (await box.posts('?platform=youtube')).total,
    before + 2,
    'a broken film is nowhere to be seen',
  );
  const status = async () =>
    (await box.call(`/youtube/youtube/v3/videos?part=status&id=${id}`, { token })).json.items[0].status;
  clock += 30_000;
  assert.equal((await status()).uploadStatus, 'uploaded');
  clock += 60_000;
  assert.deepEqual([(await status()).uploadStatus, (await status()).failureReason], ['failed', 'conversion']);
  await box.fault('youtube', 'expired_token');
  const expired = await insert();
  assert.deepEqual([expired.status, reasonOf(expired.json)], [401, 'authError']);
});
