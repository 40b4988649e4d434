import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestSandbox } from './open-test-sandbox.ts';

const day = 86_400_000;
let clock = Date.parse('2026-11-15T10:00:00Z');
let box: TestSandbox;
before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
});
after(() => box.close());

const back = 'https://us.example/back';
/** Signs in on the platform's own page; returns the address the browser is sent to. */
async function consent(page: string, asked: Record<string, string>, decided: Record<string, string> = {}) {
  const query = new URLSearchParams({ response_type: 'code', redirect_uri: back, state: 's', ...asked });
  const form = { decision: 'allow', username: 'anna', ...decided };
  const { headers } = await box.call(`${page}?${query}`, { method: 'POST', form });
  return headers.get('location') ?? '';
}
const codeIn = (location: string) => new URL(location).searchParams.get('code') ?? '';

test('Meta hangs a fragment on the address it sends people back to', async () => {
  const asked = { client_id: 'app', scope: 'a,b' };
  assert.match(await consent('/instagram/oauth/authorize', asked), /[?&]code=[\w-]+#_$/);
  assert.match(await consent('/threads/oauth/authorize', asked), /[?&]code=[\w-]+#_$/);
  assert.match(await consent('/facebook/v26.0/dialog/oauth', asked), /[?&]code=[\w-]+#_=_$/);
  assert.doesNotMatch(await consent('/facebook/v26.0/dialog/oauth', asked, { decision: 'deny' }), /#/);
});

test('people may refuse some of what is asked for', async () => {
  const asked = { client_key: 'app', scope: 'user.info.basic,video.publish,video.list' };
  const page = await box.call(
    `/tiktok/v2/auth/authorize/?${new URLSearchParams({ ...asked, response_type: 'code', redirect_uri: back })}`,
  );
  assert.match(page.json, /name="grant video.list" checked/);
  const decided = {
    'asked user.info.basic': '',
    'grant user.info.basic': 'on',
    'asked video.publish': '',
    'asked video.list': '',
    'grant video.list': 'on',
  };
  const code = codeIn(await consent('/tiktok/v2/auth/authorize/', asked, decided));
  const form = {
    client_key: 'app',
    client_secret: 's',
    grant_type: 'authorization_code',
    redirect_uri: back,
    code,
  };
  const { json } = await box.call('/tiktok/v2/oauth/token/', { method: 'POST', form });
  assert.equal(json.scope, 'user.info.basic,video.list');
  const info = await box.post('/tiktok/v2/post/publish/creator_info/query/', {}, json.access_token);
  assert.equal(info.json.error.code, 'scope_not_authorized');
});

for (const [platform, page, token] of [
  ['youtube', '/youtube-accounts/o/oauth2/v2/auth', '/youtube-oauth/token'],
  ['google_business', '/google_business-signin/o/oauth2/v2/auth', '/google_business-oauth/token'],
] as const) {
  test(`${platform}: Google gives a refresh token once, then only when asked to consent anew`, async () => {
    const login = async (more: Record<string, string>, username = 'anna') => {
      const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      const asked = {
        client_id: 'app',
        scope: 'https://www.googleapis.com/auth/youtube.readonly',
        ...pkce,
        ...more,
      };
      const code = codeIn(await consent(page, asked, { username }));
      const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
      const client = { client_id: 'app', client_secret: 's' };
      const form = {
        ...client,
        grant_type: 'authorization_code',
        redirect_uri: back,
        code,
        code_verifier: verifier,
      };
      return (await box.call(token, { method: 'POST', form })).json;
    };
    const offline = { access_type: 'offline' };
    assert.equal((await login({})).refresh_token, undefined);
    assert.ok((await login(offline)).refresh_token);
    assert.equal((await login(offline)).refresh_token, undefined);
    assert.ok((await login({ ...offline, prompt: 'consent' })).refresh_token);
    // An app whose consent screen is in "Testing": a week, and use does not prolong it.
    const { refresh_token: given } = await login(offline, 'testing');
    const form = { client_id: 'app', client_secret: 's', grant_type: 'refresh_token', refresh_token: given };
    const refresh = async () => (await box.call(token, { method: 'POST', form })).json.error;
    clock += 6 * day;
    assert.equal(await refresh(), undefined);
    clock += day;
    assert.equal(await refresh(), 'invalid_grant');
  });
}

test('X: long posts for those who pay, whole only in note_tweet; nothing for the suspended', async () => {
  const tweet = async (username: string, text: string) => {
    const { credentials } = await box.connect('twitter', username);
    const token = credentials.accessToken;
    const made = await box.post('/twitter/2/tweets', { text }, token);
    return { made, token };
  };
  const long = 'Wort '.repeat(200).trim();
  assert.equal((await tweet('anna', long)).made.status, 400);
  const { made, token } = await tweet('premium_anna', long);
  assert.equal(made.status, 201);
  const path = `/twitter/2/tweets/${made.json.data.id}`;
  const read = (await box.call(`${path}?tweet.fields=note_tweet`, { token })).json.data;
  assert.deepEqual([[...read.text].length, read.note_tweet.text], [280, long]);
  assert.equal((await tweet('premium_anna', 'x'.repeat(25_001))).made.status, 400);
  const me = await box.call('/twitter/2/users/me?user.fields=subscription_type', { token });
  assert.equal(me.json.data.subscription_type, 'Premium');
  const refused = (await tweet('suspended_max', 'Hallo')).made;
  assert.deepEqual([refused.status, refused.json.type.split('/').at(-1)], [403, 'user-suspended']);
});

test('accounts that somebody must put right first', async () => {
  const refusal = async (
    platform: string,
    username: string,
    path: (id: string) => string,
    form: Record<string, string>,
  ) => {
    const { credentials, external_id: id } = await box.connect(platform, username);
    const { json } = await box.call(path(id), { method: 'POST', form, token: credentials.accessToken });
    return [json.error.code, json.error.error_subcode];
  };
  const image_url = `${box.url}/sandbox/media/square.jpg`;
  assert.deepEqual(
    await refusal('instagram', 'restricted', (id) => `/instagram/v25.0/${id}/media`, { image_url }),
    [25, 2207050],
  );
  const text = { media_type: 'TEXT', text: 'Hallo' };
  assert.deepEqual(
    await refusal('threads', 'restricted', (id) => `/threads/v1.0/${id}/threads`, text),
    [10, 4279013],
  );
  assert.deepEqual(
    await refusal('facebook', 'unverified', (id) => `/facebook-graph/v26.0/${id}/feed`, { message: 'Hallo' }),
    [368, 1404078],
  );
});

test('Instagram denies a post it has just made, for a while', async () => {
  const { credentials, external_id: user } = await box.connect('instagram', 'late');
  const token = credentials.accessToken;
  const send = async (path: string, form: Record<string, string>) =>
    (await box.call(`/instagram/v25.0/${user}/${path}`, { method: 'POST', form, token })).json.id;
  const container = await send('media', { image_url: `${box.url}/sandbox/media/square.jpg` });
  clock += 1000;
  const status = () => box.call(`/instagram/v25.0/${container}?fields=status_code`, { token });
  await box.until(status, ({ json }) => json.status_code === 'FINISHED');
  const id = await send('media_publish', { creation_id: container });
  await box.fault('instagram', 'slow_processing', { on: 'media_get' });
  const read = async () => (await box.call(`/instagram/v25.0/${id}?fields=permalink`, { token })).json;
  const { error } = await read();
  assert.deepEqual([error.code, error.error_subcode], [100, 33]);
  assert.equal((await status()).json.status_code, 'PUBLISHED');
  assert.ok((await read()).permalink);
});

test('a location nobody has claimed takes posts and never shows them', async () => {
  const { credentials, external_id: name } = await box.connect('google_business', 'unclaimed');
  const token = credentials.accessToken;
  const body = { topicType: 'STANDARD', summary: 'Hört uns jemand?' };
  const made = await box.post(`/google_business/v4/${name}/localPosts`, body, token);
  clock += 2000;
  assert.equal((await box.call(`/google_business/v4/${made.json.name}`, { token })).json.state, 'PROCESSING');
  const seen = await box.call('/google_business-information/v1/accounts/-/locations?readMask=name,metadata', {
    token,
  });
  assert.equal(seen.json.locations[0].metadata.hasVoiceOfMerchant, false);
  assert.equal((await box.posts('?platform=google_business&account=unclaimed')).total, 0);
});
