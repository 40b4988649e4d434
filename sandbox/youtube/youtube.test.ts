import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let token: string;
let clock = Date.parse('2026-11-15T10:00:00Z');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('youtube');
  token = anna.credentials.accessToken;
});
after(() => box.close());

const prefix = 'https://www.googleapis.com/auth/';
const back = 'https://here.example/back';
const get = (path: string, as = token) => box.call(`/youtube/youtube/v3/${path}`, { token: as });
const reasonOf = (json: { error: { errors: { reason: string }[] } }) => json.error.errors[0]?.reason;

async function upload(title: string, as = token, status: Record<string, unknown> = {}): Promise<string> {
  const bytes = await box.sample('clip.mp4');
  const opened = await box.post(
    '/youtube/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status',
    { snippet: { title, description: `Text: ${title}` }, status },
    as,
  );
  const path = (opened.headers.get('location') ?? '').split('/sandbox')[1] ?? '';
  const done = await box.call(path, { method: 'PUT', body: bytes as BodyInit });
  assert.equal(done.status, 201, JSON.stringify(done.json));
  return done.json.id;
}

const askToken = (form: Record<string, string>) => box.call('/youtube-oauth/token', { method: 'POST', form });

async function signIn(username: string, scope: string) {
  const query = new URLSearchParams({
    client_id: 'app',
    redirect_uri: back,
    response_type: 'code',
    scope,
    access_type: 'offline',
    prompt: 'consent',
  });
  const allowed = await box.call(`/youtube-accounts/o/oauth2/v2/auth?${query}`, {
    method: 'POST',
    form: { decision: 'allow', username: '', new_username: username },
  });
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: back,
    client_id: 'app',
    client_secret: 's',
  };
  return { form, answer: await askToken(form) };
}

test('a code works once; a refresh brings no new refresh token and the old one stays', async () => {
  const { form, answer } = await signIn('berta', `${prefix}youtube.upload ${prefix}youtube.readonly`);
  assert.deepEqual([answer.status, answer.json.expires_in, answer.json.token_type], [200, 3599, 'Bearer']);
  assert.equal((await askToken(form)).json.error, 'invalid_grant');
  const refresh = { grant_type: 'refresh_token', refresh_token: answer.json.refresh_token, client_id: 'app' };
  for (let times = 0; times < 2; times += 1) {
    const fresh = await askToken({ ...refresh, client_secret: 's' });
    assert.deepEqual([fresh.status, 'refresh_token' in fresh.json], [200, false]);
    assert.equal((await get('channels?part=id&mine=true', fresh.json.access_token)).status, 200);
  }
  assert.deepEqual((await askToken({ ...refresh, client_secret: 'wrong' })).json.error, 'invalid_client');
  assert.equal(
    (await askToken({ ...refresh, client_id: 'b', client_secret: 's' })).json.error,
    'unauthorized_client',
  );
  const revoked = await box.call(`/youtube-oauth/revoke?token=${answer.json.access_token}`, {
    method: 'POST',
  });
  assert.equal(revoked.status, 200);
  const dead = await askToken({ ...refresh, client_secret: 's' });
  assert.deepEqual(
    [dead.status, dead.json],
    [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }],
  );
});

test('a login of the control API belongs to the first app that renews it', async () => {
  const refresh_token = anna.credentials.refreshToken ?? '';
  const form = { grant_type: 'refresh_token', refresh_token, client_id: 'app', client_secret: 's' };
  assert.equal((await askToken(form)).status, 200);
  assert.equal((await askToken({ ...form, client_id: 'other' })).status, 401);
});

test('rights that were unticked are missing, and tokens end after an hour', async () => {
  const { answer } = await signIn('carla', `${prefix}youtube.readonly`);
  const only = answer.json.access_token;
  const refused = await box.post(
    '/youtube/upload/youtube/v3/videos?uploadType=resumable&part=snippet',
    {},
    only,
  );
  assert.deepEqual([refused.status, reasonOf(refused.json)], [403, 'insufficientPermissions']);
  assert.equal((await get('channels?part=id&mine=true', only)).status, 200);
  clock += 3_600_000;
  const over = await get('channels?part=id&mine=true', only);
  assert.deepEqual(
    [over.status, reasonOf(over.json), over.json.error.status],
    [401, 'authError', 'UNAUTHENTICATED'],
  );
  token = (await box.connect('youtube')).credentials.accessToken;
});

test('a channel and its uploads, newest first and in pages', async () => {
  const { json } = await get('channels?part=id,snippet,contentDetails,status&mine=true');
  const [channel] = json.items;
  assert.deepEqual([channel.id, channel.snippet.customUrl], [anna.external_id, '@anna']);
  assert.equal(channel.status.longUploadsStatus, 'allowed');
  const { uploads } = channel.contentDetails.relatedPlaylists;
  for (const title of ['Eins', 'Zwei', 'Drei']) {
    await upload(title);
    clock += 1000;
  }
  const page = (more = '') =>
    get(`playlistItems?part=snippet,contentDetails&playlistId=${uploads}&maxResults=2${more}`);
  const first = (await page()).json;
  const titles = (items: { snippet: { title: string } }[]) => items.map(({ snippet }) => snippet.title);
  assert.deepEqual(titles(first.items), ['Drei', 'Zwei']);
  assert.deepEqual(titles((await page(`&pageToken=${first.nextPageToken}`)).json.items), ['Eins']);
  assert.equal(
    reasonOf((await get('playlistItems?part=snippet&playlistId=UUother')).json),
    'playlistNotFound',
  );
  assert.equal(reasonOf((await get('channels?mine=true')).json), 'missingRequiredParameter');
  const { items } = (await get('videoCategories?part=snippet&regionCode=DE')).json;
  assert.ok(items.some((item: { id: string }) => item.id === '22'));
});

test('accounts in a bad state: no channel, no phone number, no audit', async () => {
  const as = async (name: string) => (await box.connect('youtube', name)).credentials.accessToken;
  const none = await as('no-channel');
  const channels = (await get('channels?part=id&mine=true', none)).json;
  assert.deepEqual([channels.pageInfo.totalResults, 'items' in channels], [0, false]);
  const signup = await box.post(
    '/youtube/upload/youtube/v3/videos?uploadType=resumable&part=snippet',
    {},
    none,
  );
  assert.deepEqual([signup.status, reasonOf(signup.json)], [401, 'youtubeSignupRequired']);

  const locked = await as('unaudited');
  const id = await upload('Geheim', locked, { privacyStatus: 'public' });
  assert.equal(
    (await get(`videos?part=status&id=${id}`, locked)).json.items[0].status.privacyStatus,
    'private',
  );
  assert.equal('items' in (await get(`videos?part=status&id=${id}`)).json, false);
  assert.equal((await box.posts('?platform=youtube&account=unaudited')).total, 0);
});

test('a thumbnail: pictures only, of one’s own videos, with a phone number', async () => {
  const id = await upload('Mit Bild');
  const cover = await box.sample('cover.jpg');
  const set = (video: string, bytes: Uint8Array, as = token) =>
    box.call(`/youtube/upload/youtube/v3/thumbnails/set?videoId=${video}&uploadType=media`, {
      method: 'POST',
      token: as,
      body: bytes as BodyInit,
      headers: { 'content-type': 'image/jpeg' },
    });
  assert.equal((await set(id, cover)).json.kind, 'youtube#thumbnailSetResponse');
  const { posts } = await box.posts('?platform=youtube&limit=1');
  assert.equal((await (await fetch(posts[0].cover_url)).arrayBuffer()).byteLength, cover.length);
  assert.equal(reasonOf((await set(id, await box.sample('clip.mp4'))).json), 'invalidImage');
  assert.equal(reasonOf((await set('nothing', cover)).json), 'videoNotFound');
  const unverified = (await box.connect('youtube', 'unverified')).credentials.accessToken;
  const other = await upload('Ohne Bild', unverified);
  assert.equal((await set(other, cover, unverified)).status, 403);
});

test('numbers: at once as strings, shares two days later', async () => {
  const id = await upload('Gezählt', token, { publicStatsViewable: false });
  const { statistics } = (await get(`videos?part=statistics&id=${id}`)).json.items[0];
  assert.deepEqual([typeof statistics.viewCount, 'likeCount' in statistics], ['string', false]);
  const query = `ids=channel==MINE&startDate=2005-02-14&endDate=2026-12-31&filters=video==${id}`;
  const report = (metrics: string) =>
    box.call(`/youtube-analytics/v2/reports?${query}&metrics=${metrics}`, { token });
  assert.deepEqual((await report('views,shares')).json.rows, []);
  assert.equal((await report('impressions')).status, 400);
  clock += 2 * 86_400_000;
  token = (await box.connect('youtube')).credentials.accessToken;
  const { columnHeaders, rows } = (await report('views,shares')).json;
  assert.deepEqual([columnHeaders[1].name, rows[0][0]], ['shares', Number(statistics.viewCount)]);
});
