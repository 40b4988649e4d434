import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from './open-test-sandbox.ts';

let box: TestSandbox;
let anna: TestAccount;
let words = 0;

before(async () => {
  box = await openTestSandbox();
  anna = await box.connect('twitter');
});
afterEach(async () => {
  await box.call('/api/faults', { method: 'DELETE' });
});
after(() => box.close());

const tweet = (who = anna, text?: string) => {
  words += 1;
  return box.post('/twitter/2/tweets', { text: text ?? `post ${words}` }, who.credentials.accessToken);
};
const count = async () => (await box.posts('?platform=twitter&limit=0')).total;
const active = async () => (await box.call('/api/faults')).json.faults;

test('rate_limit answers 429 with Retry-After and has no effect, as often as asked', async () => {
  const set = await box.fault('twitter', 'rate_limit', { times: 2, retry_after: 7 });
  assert.deepEqual([set.status, set.json.times], [201, 2]);
  const before = await count();
  for (let times = 0; times < 2; times += 1) {
    const answer = await tweet();
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '7']);
    assert.ok(Number(answer.headers.get('x-rate-limit-reset')) * 1000 >= Date.now());
  }
  assert.equal(await count(), before);
  assert.equal((await tweet()).status, 201);
  assert.deepEqual(await active(), []);
});

test('error_before has no effect, error_after has one', async () => {
  const before = await count();
  await box.fault('twitter', 'error_before');
  assert.equal((await tweet()).status, 500);
  assert.equal(await count(), before);
  await box.fault('twitter', 'error_after');
  assert.equal((await tweet()).status, 500);
  assert.equal(await count(), before + 1);
});

test('lost_request and lost_answer break the connection, before and after the effect', async () => {
  const before = await count();
  await box.fault('twitter', 'lost_request');
  await assert.rejects(tweet());
  assert.equal(await count(), before);
  await box.fault('twitter', 'lost_answer');
  await assert.rejects(tweet());
  assert.equal(await count(), before + 1);
});

test('a fault waits for a call that would have succeeded', async () => {
  await tweet(anna, 'the same words');
  await box.fault('twitter', 'lost_answer');
  assert.equal((await tweet(anna, 'the same words')).status, 403);
  assert.equal((await active()).length, 1);
  await assert.rejects(tweet());
});

test('faults can be aimed at an account and an operation, and let calls pass first', async () => {
  const bert = await box.connect('twitter', 'bert');
  await box.fault('twitter', 'error_before', { account: 'bert' });
  assert.equal((await tweet()).status, 201);
  assert.equal((await tweet(bert)).status, 500);
  await box.fault('twitter', 'error_before', { skip: 1 });
  assert.deepEqual([(await tweet()).status, (await tweet()).status], [201, 500]);
  await box.fault('twitter', 'rate_limit', { on: 'me' });
  assert.equal((await tweet()).status, 201);
  const me = () => box.call('/twitter/2/users/me', { token: anna.credentials.accessToken });
  assert.equal((await me()).status, 429);
  await box.fault('twitter', 'error_before', { on: '*' });
  assert.equal((await me()).status, 500);
  assert.equal((await box.fault('twitter', 'error_before', { on: 'nonsense' })).status, 400);
  assert.equal((await box.fault('twitter', 'lying_error')).status, 400);
  assert.equal((await box.fault('myspace', 'rate_limit')).status, 400);
});

test('expired_token kills the token until it is refreshed, in each platform’s shape', async () => {
  const cleo = await box.connect('twitter', 'cleo');
  await box.fault('twitter', 'expired_token', { account: 'cleo' });
  assert.deepEqual([(await tweet(cleo)).status, (await tweet(cleo)).status], [401, 401]);
  const sky = await box.connect('bluesky', 'cleo');
  await box.fault('bluesky', 'expired_token');
  const session = await box.call('/bluesky/xrpc/com.atproto.server.getSession', {
    token: sky.credentials.accessToken,
  });
  assert.deepEqual([session.status, session.json.error], [400, 'ExpiredToken']);
  const again = await box.call('/bluesky/xrpc/com.atproto.server.refreshSession', {
    method: 'POST',
    token: sky.credentials.refreshToken ?? '',
  });
  assert.equal(again.status, 200);
  const insta = await box.connect('instagram', 'cleo');
  await box.fault('instagram', 'expired_token');
  const me = await box.call('/instagram/v25.0/me', { token: insta.credentials.accessToken });
  assert.deepEqual([me.json.error.code, me.json.error.error_subcode], [190, 463]);
});

test('instagram: slow_processing, rejected_media, rate_limit and the error that lies', async () => {
  const dora = await box.connect('instagram', 'dora');
  const token = dora.credentials.accessToken;
  const create = async () =>
    (
      await box.call(`/instagram/v25.0/${dora.external_id}/media`, {
        method: 'POST',
        token,
        form: { image_url: `${box.url}/sandbox/media/square.jpg`, caption: 'hm' },
      })
    ).json.id;
  const status = async (id: string) =>
    (await box.call(`/instagram/v25.0/${id}?fields=status_code`, { token })).json.status_code;
  const publish = (id: string) =>
    box.call(`/instagram/v25.0/${dora.external_id}/media_publish`, {
      method: 'POST',
      token,
      form: { creation_id: id },
    });
  await box.fault('instagram', 'slow_processing', { seconds: 600 });
  const slow = await create();
  await box.fault('instagram', 'rejected_media');
  const rejected = await create();
  const good = await create();
  await box.until(
    () => status(good),
    (code) => code === 'FINISHED',
  );
  assert.equal(
    await box.until(
      () => status(rejected),
      (code) => code !== 'IN_PROGRESS',
    ),
    'ERROR',
  );
  assert.equal(await status(slow), 'IN_PROGRESS');
  await box.fault('instagram', 'rate_limit', { retry_after: 120 });
  const limited = await publish(good);
  assert.deepEqual([limited.json.error.code, limited.headers.get('retry-after')], [4, '120']);
  assert.match(limited.headers.get('x-business-use-case-usage') ?? '', /"estimated_time_to_regain_access":2/);
  await box.fault('instagram', 'lying_error');
  const lied = await publish(good);
  assert.deepEqual([lied.json.error.code, lied.json.error.error_subcode], [4, 2207051]);
  assert.equal(await status(good), 'PUBLISHED');
  assert.equal((await box.posts('?platform=instagram&account=dora')).total, 1);
});

test('bluesky and twitter refuse media on request', async () => {
  const eve = await box.connect('bluesky', 'eve');
  await box.fault('bluesky', 'rejected_media');
  const blob = await box.call('/bluesky/xrpc/com.atproto.repo.uploadBlob', {
    method: 'POST',
    body: 'abc',
    headers: { 'content-type': 'image/jpeg' },
    token: eve.credentials.accessToken,
  });
  assert.equal(blob.status, 400);
  await box.fault('twitter', 'rejected_media');
  const form = new FormData();
  form.set('media', new Blob([(await box.sample('square.jpg')) as BlobPart]), 'a.jpg');
  form.set('media_category', 'tweet_image');
  const token = anna.credentials.accessToken;
  const media = await box.call('/twitter/2/media/upload', { method: 'POST', body: form, token });
  assert.equal(media.json.data.processing_info.state, 'failed');
});
