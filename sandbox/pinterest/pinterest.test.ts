import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { issueCode } from '../oauth-codes.ts';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';
import { openStore } from '../store.ts';
import { createWorld } from '../world.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let board: string;
let clock = Date.parse('2026-11-15T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'pinterest-twin-'));
const file = join(folder, 'sandbox.db');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0, file });
  anna = await box.connect('pinterest');
  token = anna.credentials.accessToken;
  board = (await get('/boards')).json.items[0].id;
});
after(async () => {
  await box.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, given = token) => box.call(`/pinterest/v5${path}`, { token: given });
const create = (body: unknown, given = token) => box.post('/pinterest/v5/pins', body, given);
const picture = (name: string) => ({ source_type: 'image_url', url: `${box.url}/sandbox/media/${name}` });
const problem = ({ status, json }: { status: number; json: { code: number } }) => [status, json.code];

async function upload(name: string, change: Record<string, string> = {}) {
  const { json } = await box.post('/pinterest/v5/media', { media_type: 'video' }, token);
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...json.upload_parameters, ...change }))
    form.set(key, String(value));
  form.set('file', new Blob([(await box.sample(name)) as BlobPart]), 'film');
  const answer = await fetch(json.upload_url, { method: 'POST', body: form });
  return {
    id: String(json.media_id),
    status: answer.status,
    text: await answer.text(),
    url: json.upload_url,
  };
}

test('an image pin: 201, times without a zone, found on its board, its numbers grow', async () => {
  const made = await create({
    board_id: board,
    title: 'Tea',
    description: 'A letter',
    link: 'https://example.com/',
    alt_text: 'a letter',
    media_source: picture('square.jpg'),
  });
  assert.equal(made.status, 201, JSON.stringify(made.json));
  assert.equal(made.json.created_at, '2026-11-15T10:00:00');
  assert.deepEqual(
    [made.json.board_section_id, made.json.media.media_type, made.json.pin_metrics],
    [null, 'image', null],
  );
  assert.equal(made.headers.get('x-ratelimit-limit'), '100');
  const list = await get(`/boards/${board}/pins?page_size=1`);
  assert.deepEqual([list.json.items[0].id, list.json.bookmark], [made.json.id, null]);
  const { posts } = await box.posts('?platform=pinterest');
  assert.deepEqual([posts[0].text, posts[0].media[0].alt], ['A letter', 'a letter']);
  assert.equal((await fetch(posts[0].url)).status, 200);
  const numbers = async () =>
    (await get(`/pins/${made.json.id}?pin_metrics=true`)).json.pin_metrics.lifetime_metrics.impression;
  const first = await numbers();
  clock += 6 * 3_600_000;
  const soon = await numbers();
  clock += 48 * 3_600_000;
  assert.ok(soon > first && (await numbers()) > soon);
  const range = 'start_date=2026-11-15&end_date=2026-11-17';
  const analytics = await get(
    `/pins/${made.json.id}/analytics?${range}&metric_types=IMPRESSION,TOTAL_REACTIONS`,
  );
  assert.ok(analytics.json.all.summary_metrics.IMPRESSION > 0);
  assert.ok(analytics.json.all.lifetime_metrics.TOTAL_REACTIONS > 0);
  const old = 'start_date=2026-01-01&end_date=2026-02-01&metric_types=IMPRESSION';
  assert.deepEqual(problem(await get(`/pins/${made.json.id}/analytics?${old}`)), [400, 1]);
});

test('a carousel has two to five pictures, of addresses or bytes', async () => {
  const url = picture('square.jpg').url;
  const of = (count: number) => ({
    board_id: board,
    media_source: {
      source_type: 'multiple_image_urls',
      items: Array.from({ length: count }, () => ({ url })),
    },
  });
  assert.equal((await create(of(5))).json.media.media_type, 'multiple_images');
  for (const count of [1, 6]) assert.deepEqual(problem(await create(of(count))), [400, 1]);
  const data = Buffer.from(await box.sample('letter.png')).toString('base64');
  const bytes = { source_type: 'image_base64', content_type: 'image/png', data };
  assert.equal((await create({ board_id: board, media_source: bytes })).status, 201);
});

test('a video: register, form, processing; a pin only with a cover', async () => {
  const film = await upload('clip.mp4');
  assert.equal(film.status, 204, film.text);
  const status = async () => (await get(`/media/${film.id}`)).json.status;
  const pin = (more: Record<string, unknown>) =>
    create({ board_id: board, media_source: { source_type: 'video_id', media_id: film.id, ...more } });
  assert.equal(await status(), 'processing');
  assert.deepEqual(problem(await pin({ cover_image_key_frame_time: 0 })), [400, 1]);
  clock += 2000;
  assert.equal(await status(), 'succeeded');
  assert.match((await pin({})).json.message, /cover_image_url or cover_image_content_type/);
  assert.equal((await pin({ cover_image_url: picture('cover.jpg').url })).status, 201);
  const { posts } = await box.posts('?platform=pinterest&limit=1');
  assert.deepEqual([posts[0].type, posts[0].cover, posts[0].media[0].size > 0], ['video', true, true]);
});

test('the bucket answers in XML: wrong policy, over policy, no length', async () => {
  const forged = await upload('clip.mp4', { policy: 'other' });
  assert.deepEqual([forged.status, /<Code>SignatureDoesNotMatch</.test(forged.text)], [403, true]);
  const body = new Blob(['--x--\r\n']).stream();
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
  assert.equal((await fetch(forged.url, init as RequestInit)).status, 411);
  clock += 3_600_000;
  assert.match(await (await fetch(forged.url, { method: 'POST', body: '' })).text(), /Policy expired/);
  const words = await upload('square.jpg');
  clock += 2000;
  assert.equal((await get(`/media/${words.id}`)).json.status, 'failed');
});

test('refusals have a code of their own', async () => {
  const media_source = picture('square.jpg');
  const cases: [unknown, number, number][] = [
    [{ media_source }, 400, 1],
    [{ board_id: board }, 400, 1],
    [{ board_id: 'x', media_source }, 400, 1],
    [{ board_id: '1', media_source }, 404, 40],
    [{ board_id: board, media_source, title: 'x'.repeat(101) }, 400, 1],
    [{ board_id: board, media_source, description: 'x'.repeat(801) }, 400, 1],
    [{ board_id: board, media_source: picture('none.jpg') }, 400, 1],
    [{ board_id: board, media_source: picture('clip.mp4') }, 400, 1],
  ];
  for (const [body, status, code] of cases) assert.deepEqual(problem(await create(body)), [status, code]);
  assert.equal((await create({ board_id: board, media_source, description: '😀'.repeat(800) })).status, 201);
  const trial = await box.connect('pinterest', 'trial_tom');
  const refused = await create({ board_id: board, media_source }, trial.credentials.accessToken);
  assert.deepEqual([problem(refused), /Trial access/.test(refused.json.message)], [[403, 29], true]);
  const otto = await box.connect('pinterest', 'otto');
  const others = await create({ board_id: board, media_source }, otto.credentials.accessToken);
  assert.deepEqual(problem(others), [403, 29]);
  assert.deepEqual(problem(await get('/boards', 'nobody')), [401, 2]);
  assert.deepEqual(problem(await get('/pins/1')), [404, 50]);
});

test('boards and pins come in pages', async () => {
  const first = await get('/boards?page_size=2');
  assert.equal(first.json.items.length, 2);
  const second = await get(`/boards?page_size=2&bookmark=${first.json.bookmark}`);
  assert.deepEqual([second.json.items.length, second.json.bookmark], [1, null]);
  assert.deepEqual(problem(await get('/boards?page_size=251')), [400, 1]);
});

test('a code becomes tokens once; refreshing rolls both; scopes are kept', async () => {
  const store = openStore(file);
  const world = createWorld({ store, home: () => '', clockSpeed: 0, now: () => clock, fetch });
  const redirectUri = 'https://app.example/callback';
  const scope = 'user_accounts:read,boards:read,pins:read';
  const code = issueCode(world, 'pinterest', {
    account: anna.external_id,
    clientId: 'app',
    redirectUri,
    scope,
    challenge: null,
  });
  const ask = (form: Record<string, string>, client = 'app:secret') =>
    box.call('/pinterest/v5/oauth/token', {
      method: 'POST',
      form,
      headers: { authorization: `Basic ${btoa(client)}` },
    });
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const login = await ask(exchange);
  assert.equal(login.status, 200, JSON.stringify(login.json));
  assert.deepEqual([login.json.expires_in, login.json.refresh_token_expires_in], [2_592_000, 5_184_000]);
  assert.match(login.json.access_token, /^pina_/);
  assert.deepEqual(problem(await ask(exchange)), [401, 283]);
  assert.equal((await get('/boards', login.json.access_token)).json.items.length, 2, 'no secret board');
  const missing = await create(
    { board_id: board, media_source: picture('square.jpg') },
    login.json.access_token,
  );
  assert.deepEqual(problem(missing), [403, 29]);
  const refresh = { grant_type: 'refresh_token', refresh_token: login.json.refresh_token };
  assert.deepEqual(problem(await ask(refresh, 'other:secret')), [401, 283]);
  const fresh = await ask(refresh);
  assert.notEqual(fresh.json.refresh_token, login.json.refresh_token);
  clock += 31 * 86_400_000;
  assert.deepEqual(problem(await get('/user_account', fresh.json.access_token)), [401, 2]);
  store.close();
});

test('faults strike where they belong', async () => {
  const otto = await box.connect('pinterest', 'otto');
  const own = otto.credentials.accessToken;
  const ottosBoard = (await get('/boards', own)).json.items[0].id;
  const send = () => create({ board_id: ottosBoard, media_source: picture('square.jpg') }, own);
  const total = async () => (await box.posts('?platform=pinterest&account=otto')).total;
  await box.fault('pinterest', 'rate_limit', { account: 'otto', retry_after: 7 });
  const limited = await send();
  assert.deepEqual([problem(limited), limited.headers.get('x-ratelimit-reset')], [[429, 8], '7']);
  await box.fault('pinterest', 'rejected_media', { account: 'otto' });
  assert.match((await send()).json.message, /image is broken/);
  assert.equal(await total(), 0);
  await box.fault('pinterest', 'lost_answer', { account: 'otto' });
  await assert.rejects(send());
  assert.equal(await total(), 1);
  await box.fault('pinterest', 'expired_token', { account: 'otto' });
  assert.deepEqual(problem(await send()), [401, 2]);
  assert.deepEqual(problem(await send()), [401, 2]);
});
