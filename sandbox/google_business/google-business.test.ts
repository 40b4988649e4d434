import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { issueCode } from '../oauth-codes.ts';
import { openTestSandbox, type Reply, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';
import { openStore } from '../store.ts';
import { createWorld } from '../world.ts';

let box: TestSandbox;
let shop: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'google-twin-'));
const file = join(folder, 'sandbox.db');
const manage = 'https://www.googleapis.com/auth/business.manage';

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0, file, quotas: false });
  shop = await box.connect('google_business', 'shop');
  token = shop.credentials.accessToken;
});
after(async () => {
  await box.close();
  rmSync(folder, { recursive: true });
});

const v4 = (path: string, init: RequestInit = {}, given = token) =>
  box.call(`/google_business/v4/${path}`, { ...init, token: given });
const create = (body: unknown, given = token) =>
  box.post(`/google_business/v4/${shop.external_id}/localPosts`, body, given);
const photo = (name: string) => [{ mediaFormat: 'PHOTO', sourceUrl: `${box.url}/sandbox/media/${name}` }];
const detail = ({ status, json }: Reply) => {
  const [found] = json.error.details?.[0]?.errorDetails ?? [];
  return [status, json.error.status, found?.field];
};

test('a post is taken in at once and live after the review', async () => {
  const made = await create({ topicType: 'STANDARD', summary: 'Good morning', media: photo('square.jpg') });
  assert.equal(made.status, 200, JSON.stringify(made.json));
  assert.match(made.json.name, /^accounts\/\d+\/locations\/\d+\/localPosts\/\d+$/);
  assert.deepEqual([made.json.state, made.json.searchUrl], ['PROCESSING', undefined]);
  clock += 2000;
  const live = await v4(made.json.name);
  assert.equal(live.json.state, 'LIVE');
  assert.equal((await fetch(live.json.searchUrl)).status, 200);
  const { posts } = await box.posts('?platform=google_business');
  assert.deepEqual(
    [posts[0].id, posts[0].url, posts[0].type],
    [made.json.name, live.json.searchUrl, 'image'],
  );
  assert.deepEqual((await v4(made.json.name, { method: 'DELETE' })).json, {});
  assert.equal((await v4(made.json.name)).json.error.status, 'NOT_FOUND');
  assert.equal((await box.posts('?platform=google_business')).total, 0);
});

test('a phone number is taken in and rejected in review; it stays listed and never shows', async () => {
  const made = await create({ topicType: 'STANDARD', summary: 'Call +49 30 1234567 today' });
  assert.equal(made.json.state, 'PROCESSING');
  clock += 2000;
  const list = await v4(`${shop.external_id}/localPosts?pageSize=100`);
  assert.deepEqual(
    [list.json.localPosts[0].name, list.json.localPosts[0].state],
    [made.json.name, 'REJECTED'],
  );
  assert.equal((await box.posts('?platform=google_business')).total, 0);
});

test('invalid posts name the field', async () => {
  const event = (schedule: unknown) => ({
    topicType: 'EVENT',
    summary: 'x',
    event: { title: 'Fair', schedule },
  });
  const whole = {
    startDate: { year: 2026, month: 12, day: 1 },
    startTime: { hours: 10 },
    endDate: { year: 2026, month: 12, day: 1 },
    endTime: { hours: 12 },
  };
  assert.equal((await create(event(whole))).status, 200);
  const cases: [unknown, string][] = [
    [{ summary: 'x' }, 'topic_type'],
    [{ topicType: 'ALERT', summary: 'x' }, 'topic_type'],
    [{ topicType: 'STANDARD', summary: 'x'.repeat(1501) }, 'summary'],
    [{ topicType: 'STANDARD', summary: 'x', callToAction: { actionType: 'SHOP' } }, 'call_to_action.url'],
    [
      { topicType: 'STANDARD', summary: 'x', callToAction: { actionType: 'CALL', url: 'https://a.example' } },
      'call_to_action.url',
    ],
    [event({ ...whole, endTime: undefined }), 'event.schedule.endTime'],
    [event({ ...whole, endTime: { hours: 9 } }), 'event.schedule'],
    [{ topicType: 'STANDARD', summary: 'x', media: photo('none.jpg') }, 'media[0].source_url'],
    [{ topicType: 'STANDARD', summary: 'x', media: photo('clip.mp4') }, 'media[0].source_url'],
    [
      { topicType: 'STANDARD', summary: 'x', media: [...photo('square.jpg'), ...photo('square.jpg')] },
      'media',
    ],
  ];
  for (const [body, field] of cases) {
    assert.deepEqual(detail(await create(body)), [400, 'INVALID_ARGUMENT', field], field);
  }
  const film = [{ mediaFormat: 'VIDEO', sourceUrl: 'https://a.example' }];
  assert.equal((await create({ topicType: 'STANDARD', summary: 'x', media: film })).status, 500);
});

test('accounts and locations come in pages; a location alone is not found', async () => {
  const accounts = (query: string) => box.call(`/google_business-accounts/v1/accounts?${query}`, { token });
  const first = await accounts('pageSize=1');
  const second = await accounts(`pageSize=1&pageToken=${first.json.nextPageToken}`);
  assert.deepEqual(
    [first.json.accounts[0].type, second.json.accounts[0].type],
    ['PERSONAL', 'LOCATION_GROUP'],
  );
  assert.equal(second.json.nextPageToken, undefined);
  const at = `/google_business-information/v1/${second.json.accounts[0].name}/locations`;
  assert.deepEqual(detail(await box.call(at, { token })), [400, 'INVALID_ARGUMENT', 'read_mask']);
  const found = await box.call(`${at}?readMask=name,title`, { token });
  assert.deepEqual(found.json.locations[0].title, 'Anna Post Filiale');
  const branch = `${second.json.accounts[0].name}/${found.json.locations[0].name}`;
  const post = await box.post(
    `/google_business/v4/${branch}/localPosts`,
    { topicType: 'STANDARD', summary: 'From the branch' },
    token,
  );
  assert.equal(post.status, 200, JSON.stringify(post.json));
  assert.equal((await v4(`${found.json.locations[0].name}/localPosts`)).status, 404);
  const stranger = await box.connect('google_business', 'stranger');
  const refused = await v4(`${branch}/localPosts`, {}, stranger.credentials.accessToken);
  assert.deepEqual([refused.status, refused.json.error.status], [403, 'PERMISSION_DENIED']);
});

test('a project without approval has no quota', async () => {
  const { credentials, external_id } = await box.connect('google_business', 'unapproved');
  const answer = await v4(`${external_id}/localPosts`, {}, credentials.accessToken);
  assert.deepEqual(
    [answer.status, answer.json.error.status, answer.json.error.details[0].metadata.quota_limit_value],
    [429, 'RESOURCE_EXHAUSTED', '0'],
  );
});

test('a code with its verifier becomes tokens; a refresh brings no new refresh token', async () => {
  const store = openStore(file);
  const world = createWorld({ store, home: () => '', clockSpeed: 0, now: () => clock, fetch });
  const redirectUri = 'https://app.example/callback';
  const verifier = 'v'.repeat(50);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const grant = {
    account: shop.external_id,
    clientId: 'app',
    redirectUri,
    scope: manage,
    challenge,
    accessType: 'offline',
  };
  const client = { client_id: 'app', client_secret: 'secret' };
  const ask = (form: Record<string, string>) =>
    box.call('/google_business-oauth/token', { method: 'POST', form: { ...client, ...form } });
  const exchange = (code: string, code_verifier: string) =>
    ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier });
  const wrong = await exchange(issueCode(world, 'google_business', grant), 'other');
  assert.deepEqual([wrong.status, wrong.json.error], [400, 'invalid_grant']);
  const login = await exchange(issueCode(world, 'google_business', grant), verifier);
  assert.deepEqual([login.status, login.json.expires_in, login.json.token_type], [200, 3599, 'Bearer']);
  const refresh = { grant_type: 'refresh_token', refresh_token: login.json.refresh_token };
  const fresh = await ask(refresh);
  assert.deepEqual([fresh.status, fresh.json.refresh_token], [200, undefined]);
  assert.equal((await ask({ ...refresh, client_id: 'other' })).json.error, 'unauthorized_client');
  await box.call(`/google_business-oauth/revoke?token=${encodeURIComponent(login.json.refresh_token)}`, {
    method: 'POST',
  });
  const dead = await ask(refresh);
  assert.deepEqual([dead.status, dead.json.error], [400, 'invalid_grant']);
  const narrow = issueCode(world, 'google_business', { ...grant, scope: 'openid', challenge: null });
  const { json } = await exchange(narrow, '');
  const refused = await v4(`${shop.external_id}/localPosts`, {}, json.access_token);
  assert.equal(refused.json.error.details[0].reason, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT');
  store.close();
});

test('the numbers of a location come by the day, days late, as strings', async () => {
  clock += 10 * 86_400_000;
  const { accessToken } = (await box.connect('google_business', 'shop')).credentials;
  const range = [
    ['startDate', 2026, 11, 1],
    ['endDate', 2026, 11, 30],
  ]
    .map(([name, year, month, day]) =>
      ['year', 'month', 'day']
        .map((unit, at) => `dailyRange.${name}.${unit}=${[year, month, day][at]}`)
        .join('&'),
    )
    .join('&');
  const location = shop.external_id.split('/').slice(2).join('/');
  const path = `/google_business-performance/v1/${location}:fetchMultiDailyMetricsTimeSeries`;
  const answer = await box.call(`${path}?dailyMetrics=WEBSITE_CLICKS&${range}`, { token: accessToken });
  const [series] = answer.json.multiDailyMetricTimeSeries[0].dailyMetricTimeSeries;
  assert.equal(series.timeSeries.datedValues.at(-1).date.day, 22);
  for (const { value } of series.timeSeries.datedValues) assert.match(value ?? '1', /^\d+$/);
});

test('faults strike where they belong', async () => {
  const { accessToken } = (await box.connect('google_business', 'shop')).credentials;
  const send = (media?: unknown) =>
    create({ topicType: 'STANDARD', summary: `post ${clock}`, ...(media ? { media } : {}) }, accessToken);
  const total = async () => (await box.posts(`?platform=google_business&account=${shop.external_id}`)).total;
  const begun = await total();
  const fault = (kind: string, more = {}) =>
    box.fault('google_business', kind, { account: shop.external_id, ...more });
  await fault('rate_limit');
  const limited = await send();
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, null]);
  await fault('rejected_media');
  assert.deepEqual(detail(await send(photo('square.jpg'))), [400, 'INVALID_ARGUMENT', 'media[0].source_url']);
  await fault('lost_answer');
  await assert.rejects(send());
  assert.equal(await total(), begun + 1);
  await fault('slow_processing', { seconds: 60 });
  const slow = await send();
  clock += 30_000;
  assert.equal((await v4(slow.json.name, {}, accessToken)).json.state, 'PROCESSING');
  clock += 32_000;
  assert.equal((await v4(slow.json.name, {}, accessToken)).json.state, 'LIVE');
  await fault('expired_token');
  assert.equal((await send()).status, 401);
});
