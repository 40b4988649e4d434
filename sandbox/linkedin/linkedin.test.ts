import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSandbox, type TestAccount, type TestSandbox } from '../open-test-sandbox.ts';
import { shownText } from './little-text.ts';

const DAY = 86_400_000;
let box: TestSandbox;
let anna: TestAccount;
let page: TestAccount;
let clock = Date.parse('2026-11-15T10:00:00Z');

before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
  anna = await box.connect('linkedin');
  page = await box.connect('linkedin', 'anna-studio');
});
after(() => box.close());

const api = '/linkedin-api';
const headers = { 'linkedin-version': '202609', 'x-restli-protocol-version': '2.0.0' };
type Wish = { token?: string; json?: unknown; more?: Record<string, string>; method?: string };

function rest(path: string, { token = anna.credentials.accessToken, json, more, method }: Wish = {}) {
  return box.call(`${api}${path}`, {
    token,
    headers: { ...headers, 'content-type': 'application/json', ...more },
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}
const body = (author: TestAccount, commentary: string, more: object = {}) => ({
  author: author.external_id,
  commentary,
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
  isReshareDisabledByAuthor: false,
  ...more,
});
const post = (author: TestAccount, text: string, more: object = {}, wish: Wish = {}) =>
  rest('/rest/posts', { token: author.credentials.accessToken, json: body(author, text, more), ...wish });
const codeOf = ({ json }: { json: { code?: string; errorDetails?: { inputErrors: { code: string }[] } } }) =>
  json.code ?? json.errorDetails?.inputErrors[0]?.code;
const put = (url: string, bytes: Uint8Array, more: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: bytes as BodyInit, headers: more });

async function uploadImage(owner: TestAccount, name = 'square.jpg') {
  const { accessToken: token } = owner.credentials;
  const wish = { initializeUploadRequest: { owner: owner.external_id } };
  const opened = await rest('/rest/images?action=initializeUpload', { token, json: wish });
  assert.equal(opened.status, 200, JSON.stringify(opened.json));
  const { uploadUrl, image } = opened.json.value;
  assert.equal((await put(uploadUrl, new Uint8Array([1]))).status, 401);
  const sent = await put(uploadUrl, await box.sample(name), { authorization: `Bearer ${token}` });
  return { image, status: sent.status };
}

test('a post answers 201 with an empty body; its id is in a header, its page opens, it lists for pages', async () => {
  const live = await post(page, 'Hallo \\(Welt\\) {hashtag|\\#|post\\_bote}');
  const urn = live.headers.get('x-restli-id') ?? '';
  assert.deepEqual([live.status, live.json], [201, '']);
  assert.match(urn, /^urn:li:share:\d{19}$/);
  assert.equal((await box.call(`/linkedin/feed/update/${urn}/`)).status, 200);
  const { posts } = await box.posts('?platform=linkedin');
  assert.equal(posts[0].text, 'Hallo (Welt) #post_bote');
  const author = encodeURIComponent(page.external_id);
  const listed = await rest(`/rest/posts?q=author&author=${author}&count=20`);
  assert.equal(listed.json.elements[0].id, urn);
  assert.equal(listed.json.elements[0].createdAt, clock);
  assert.equal((await rest(`/rest/posts/${encodeURIComponent(urn)}`)).json.author, page.external_id);
  const mine = await rest(`/rest/posts?q=author&author=${encodeURIComponent(anna.external_id)}`);
  assert.deepEqual([mine.status, codeOf(mine)], [403, 'ACCESS_DENIED']);
});

test('an unescaped reserved character silently cuts the text', async () => {
  assert.equal(shownText('a (b) c'), 'a ');
  assert.equal(shownText('a \\(b\\) #c\\_d @[X Y](urn:li:person:1) \\# e'), 'a (b) #c_d X Y # e');
  assert.equal((await post(anna, 'before (after)')).status, 201);
  assert.equal((await box.posts('?platform=linkedin&account=anna')).posts[0].text, 'before ');
});

test('the version header: missing 400, unknown or retired 426', async () => {
  const version = async (value: string) => {
    const answer = await rest('/rest/posts', { json: body(anna, 'v'), more: { 'linkedin-version': value } });
    return [answer.status, codeOf(answer)];
  };
  assert.deepEqual(await version(''), [400, 'VERSION_MISSING']);
  assert.deepEqual(await version('202508'), [426, 'NONEXISTENT_VERSION']);
  assert.deepEqual(await version('202612'), [426, 'NONEXISTENT_VERSION']);
  assert.deepEqual((await version('202601'))[0], 201);
  const bare = await rest(`/rest/memberCreatorPostAnalytics?q=entity&entity=(share:urn:li:share:1)`, {
    more: { 'x-restli-protocol-version': '1.0.0' },
  });
  assert.equal(bare.status, 400);
});

test('equal content is refused with the first post’s URN, for a day', async () => {
  const first = await post(anna, 'twice');
  const again = await post(anna, 'twice');
  assert.deepEqual([again.status, codeOf(again)], [422, 'DUPLICATE_POST']);
  assert.ok(again.json.message.endsWith(`Content is a duplicate of ${first.headers.get('x-restli-id')}`));
  clock += DAY + 1;
  assert.equal((await post(anna, 'twice')).status, 201);
});

test('fields are checked, and so is who may write for whom', async () => {
  const refused = async (author: TestAccount, text: string, more: object = {}, wish: Wish = {}) => {
    const answer = await post(author, text, more, wish);
    return [answer.status, codeOf(answer)];
  };
  assert.deepEqual(await refused(anna, 'x', { visibility: undefined }), [400, 'MISSING_FIELD']);
  assert.deepEqual(await refused(page, 'x', { visibility: 'CONNECTIONS' }), [400, 'INVALID_VALUE_FOR_FIELD']);
  assert.deepEqual(await refused(anna, 'x'.repeat(3001)), [400, 'FIELD_LENGTH_TOO_LONG']);
  assert.deepEqual(await refused(anna, ''), [400, 'INVALID_VALUE_BLANK_FIELD']);
  const image = { content: { media: { id: 'urn:li:image:none' } } };
  assert.deepEqual(await refused(anna, 'x', image), [400, 'INVALID_URN_ID']);
  const archive = await box.connect('linkedin', 'anna-archiv');
  assert.deepEqual(await refused(archive, 'x'), [403, 'ACCESS_DENIED']);
  const ben = await box.connect('linkedin', 'ben');
  const asBen = { token: ben.credentials.accessToken };
  assert.deepEqual(await refused(anna, 'x', {}, asBen), [403, 'ACCESS_DENIED']);
  assert.deepEqual(await refused(page, 'x', {}, asBen), [403, 'ACCESS_DENIED']);
  assert.equal((await post(anna, 'x'.repeat(3000), { visibility: 'CONNECTIONS' })).status, 201);
});

test('images: one PUT with the token, processed a moment later; several make a carousel', async () => {
  const { image, status } = await uploadImage(page);
  assert.equal(status, 201);
  const content = { content: { media: { id: image, altText: 'a letter' } } };
  const early = await post(page, 'picture', content);
  assert.deepEqual([early.status, codeOf(early)], [400, 'MEDIA_ASSET_WAITING_UPLOAD']);
  clock += 500;
  const seen = await rest(`/rest/images/${encodeURIComponent(image)}`);
  assert.equal(seen.json.status, 'AVAILABLE');
  assert.equal((await post(page, 'picture', content)).status, 201);
  const second = await uploadImage(page, 'letter.png');
  clock += 500;
  const images = [{ id: image }, { id: second.image, altText: 'two' }];
  assert.equal((await post(page, 'pictures', { content: { multiImage: { images } } })).status, 201);
  const { posts } = await box.posts('?platform=linkedin&limit=2');
  assert.deepEqual(
    posts.map((one: { type: string; media: { alt: string }[] }) => [
      one.type,
      one.media.map(({ alt }) => alt),
    ]),
    [
      ['carousel', ['', 'two']],
      ['image', ['a letter']],
    ],
  );
  const bad = await uploadImage(page, 'clip.mp4');
  clock += 500;
  const failed = await post(page, 'film', { content: { media: { id: bad.image } } });
  assert.equal(codeOf(failed), 'MEDIA_ASSET_PROCESSING_FAILED');
});

test('a video comes in parts without a token; the tags in order end it, another order scrambles it', async () => {
  const clip = await box.sample('clip.mp4');
  const bytes = Buffer.concat([clip, Buffer.alloc(5_000_000)]);
  const wish = { owner: anna.external_id, fileSizeBytes: bytes.length, uploadThumbnail: true };
  const opened = await rest('/rest/videos?action=initializeUpload', {
    json: { initializeUploadRequest: wish },
  });
  const { video, uploadToken, uploadInstructions, thumbnailUploadUrl } = opened.json.value;
  assert.deepEqual(
    uploadInstructions.map((part: { firstByte: number; lastByte: number }) => [
      part.firstByte,
      part.lastByte,
    ]),
    [
      [0, 4_194_303],
      [4_194_304, bytes.length - 1],
    ],
  );
  const tags: (string | null)[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    assert.equal((await put(uploadUrl, bytes.subarray(firstByte, lastByte))).status, 400);
    await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1));
    tags.push((await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1))).headers.get('etag'));
  }
  const finalize = (uploadedPartIds: unknown) =>
    rest('/rest/videos?action=finalizeUpload', {
      json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
    });
  assert.equal((await finalize(tags.slice(1))).status, 400);
  const cover = await box.sample('cover.jpg');
  assert.equal((await put(thumbnailUploadUrl, cover)).status, 400);
  assert.equal((await put(thumbnailUploadUrl, cover, { 'media-type-family': 'STILLIMAGE' })).status, 201);
  assert.equal((await finalize(tags)).status, 200);
  assert.equal((await finalize(tags)).status, 400);
  const ask = async () => (await rest(`/rest/videos/${encodeURIComponent(video)}`)).json.status;
  assert.equal(await ask(), 'PROCESSING');
  clock += 2000;
  assert.equal(await ask(), 'AVAILABLE');
  const live = await post(anna, 'film', { content: { media: { id: video, title: 'T' } } });
  assert.match(live.headers.get('x-restli-id') ?? '', /^urn:li:ugcPost:/);
  const { posts } = await box.posts('?platform=linkedin&limit=1');
  assert.deepEqual([posts[0].type, posts[0].cover, posts[0].media[0].size], ['video', true, bytes.length]);
  const small = { ...wish, fileSizeBytes: 74_999 };
  assert.equal(
    (await rest('/rest/videos?action=initializeUpload', { json: { initializeUploadRequest: small } })).status,
    400,
  );
});

test('old upload addresses: 401 for a part', async () => {
  const wish = { owner: anna.external_id, fileSizeBytes: 80_000 };
  const opened = await rest('/rest/videos?action=initializeUpload', {
    json: { initializeUploadRequest: wish },
  });
  const { uploadInstructions, uploadUrlsExpireAt } = opened.json.value;
  clock = uploadUrlsExpireAt;
  assert.equal((await put(uploadInstructions[0].uploadUrl, new Uint8Array(80_000))).status, 401);
});

test('a self-serve app: no refresh, no pages, no reading of images, 150 posts a day', async () => {
  const bob = await box.connect('linkedin', 'bob-selfserve');
  const { accessToken: token, refreshToken } = bob.credentials;
  assert.equal(refreshToken, undefined);
  const me = await rest('/v2/userinfo', { token });
  assert.equal(`urn:li:person:${me.json.sub}`, bob.external_id);
  assert.equal((await rest('/v2/me', { token })).status, 403);
  assert.equal((await rest('/rest/organizationAcls?q=roleAssignee', { token })).status, 403);
  const { image } = await uploadImage(bob);
  assert.equal((await rest(`/rest/images/${encodeURIComponent(image)}`, { token })).status, 403);
  for (let count = 0; count < 150; count += 1) {
    const { status } = await post(bob, `post ${count}`);
    if (status !== 201) assert.fail(`post ${count}: ${status}`);
  }
  const full = await post(bob, 'one more');
  assert.deepEqual([full.status, full.headers.get('retry-after')], [429, null]);
  assert.match(full.json.message, /DAY limit/);
  clock += DAY;
  assert.equal((await post(bob, 'next day')).status, 201);
});

test('a member’s pages, page by page, and their names for administrators', async () => {
  const path = '/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=1';
  const first = (await rest(`${path}&start=0`)).json;
  const second = (await rest(`${path}&start=1`)).json;
  assert.equal(first.paging.total, 2);
  const roles = [...first.elements, ...second.elements];
  assert.deepEqual(roles.map(({ role }) => role).sort(), ['ADMINISTRATOR', 'ANALYST']);
  const own = await rest(`/rest/organizations/${page.external_id.split(':').at(-1)}`);
  assert.deepEqual([own.json.localizedName, own.json.vanityName], ['Anna Post Studio', 'anna-studio']);
});

test('tokens: consent, code, refresh with a clock of its own, expiry and revocation', async () => {
  const redirect_uri = 'https://client.example/cb';
  const scope = 'r_basicprofile w_member_social w_organization_social';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'app',
    redirect_uri,
    scope,
    state: 's',
  });
  const path = `/linkedin/oauth/v2/authorization?${query}`;
  assert.equal((await box.call(path)).status, 200);
  const back = await box.call(path, { method: 'POST', form: { decision: 'allow', username: 'anna' } });
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const token = (form: Record<string, string>) =>
    box.call('/linkedin/oauth/v2/accessToken', { method: 'POST', form });
  const client = { client_id: 'app', client_secret: 'hush' };
  const trade = { grant_type: 'authorization_code', code, redirect_uri, ...client };
  const traded = await token(trade);
  assert.deepEqual([traded.status, traded.json.expires_in], [200, 5_184_000]);
  assert.equal(traded.json.scope, scope.replaceAll(' ', ','));
  assert.deepEqual([(await token(trade)).status, (await token(trade)).json.error], [400, 'invalid_request']);

  const renew = { grant_type: 'refresh_token', refresh_token: traded.json.refresh_token };
  assert.equal((await token({ ...renew, ...client, client_secret: 'wrong' })).json.error, 'invalid_client');
  clock += 360 * DAY;
  const dead = await rest('/v2/me', { token: traded.json.access_token });
  assert.deepEqual([dead.status, dead.json.serviceErrorCode], [401, 65602]);
  const late = await token({ ...renew, ...client });
  const fiveDays = 5 * 86_400;
  assert.deepEqual([late.json.expires_in, late.json.refresh_token_expires_in], [fiveDays, fiveDays]);
  assert.equal(late.json.refresh_token, traded.json.refresh_token);
  await box.call('/linkedin/oauth/v2/revoke', {
    method: 'POST',
    form: { token: late.json.access_token, ...client },
  });
  assert.equal((await rest('/v2/me', { token: late.json.access_token })).json.code, 'REVOKED_ACCESS_TOKEN');
  assert.equal((await rest('/v2/me', { token: 'nonsense' })).json.serviceErrorCode, 65600);
  clock -= 360 * DAY;
});

test('numbers of a page’s post and of a member’s', async () => {
  const [theirs, mine] = [await post(page, 'numbers'), await post(anna, 'numbers')].map(
    (answer) => answer.headers.get('x-restli-id') ?? '',
  );
  const { posts } = await box.posts('?platform=linkedin&limit=2');
  const metrics = (id = '') => posts.find((one: { id: string }) => one.id === id).metrics;
  const owner = `q=organizationalEntity&organizationalEntity=${encodeURIComponent(page.external_id)}`;
  const base = `/rest/organizationalEntityShareStatistics?${owner}`;
  const counts = await rest(`${base}&shares=List(${encodeURIComponent(theirs ?? '')})`);
  const statistics = counts.json.elements[0].totalShareStatistics;
  assert.equal(statistics.likeCount, metrics(theirs).likes);
  assert.equal(statistics.uniqueImpressionsCount, metrics(theirs).reach);
  const entity = `q=entity&entity=(share:${encodeURIComponent(mine ?? '')})&aggregation=TOTAL`;
  const reached = await rest(`/rest/memberCreatorPostAnalytics?${entity}&queryType=MEMBERS_REACHED`);
  assert.equal(reached.json.elements[0].count, metrics(mine).reach);
  assert.equal((await rest(`/rest/memberCreatorPostAnalytics?${entity}&queryType=LOVE`)).status, 400);
});

test('edit and delete', async () => {
  const urn = encodeURIComponent((await post(anna, 'typo')).headers.get('x-restli-id') ?? '');
  const json = { patch: { $set: { commentary: 'no typo' } } };
  assert.equal((await rest(`/rest/posts/${urn}`, { json })).status, 400);
  const more = { 'x-restli-method': 'PARTIAL_UPDATE' };
  assert.equal((await rest(`/rest/posts/${urn}`, { json, more })).status, 204);
  assert.equal((await box.posts('?platform=linkedin&account=anna&limit=1')).posts[0].text, 'no typo');
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await rest(`/rest/posts/${urn}`, { method: 'DELETE' })).status, 204);
  }
});

test('faults: aimed at a page they spare its member, and they strike where they belong', async () => {
  const count = async () => (await box.posts('?platform=linkedin&limit=0')).total;
  const before = await count();
  await box.fault('linkedin', 'error_after', { account: 'anna-studio' });
  assert.equal((await post(anna, 'spared')).status, 201);
  assert.equal((await post(page, 'struck')).status, 500);
  assert.equal(await count(), before + 2);
  await box.fault('linkedin', 'lost_answer');
  await assert.rejects(post(anna, 'lost'));
  await box.fault('linkedin', 'lost_request');
  await assert.rejects(post(anna, 'never came'));
  assert.equal(await count(), before + 3);
  await box.fault('linkedin', 'lying_error');
  const nameless = await post(anna, 'nameless');
  assert.deepEqual([nameless.status, nameless.headers.get('x-restli-id')], [201, null]);
  await box.fault('linkedin', 'rate_limit');
  assert.deepEqual((await post(anna, 'x')).status, 429);
  await box.fault('linkedin', 'rejected_media');
  const { image } = await uploadImage(anna);
  clock += 500;
  assert.equal((await rest(`/rest/images/${encodeURIComponent(image)}`)).json.status, 'PROCESSING_FAILED');
  await box.fault('linkedin', 'slow_processing', { seconds: 30 });
  const slow = (await uploadImage(anna)).image;
  clock += 20_000;
  assert.equal((await rest(`/rest/images/${encodeURIComponent(slow)}`)).json.status, 'PROCESSING');
  const ben = await box.connect('linkedin', 'ben');
  await box.fault('linkedin', 'expired_token', { account: 'ben' });
  for (let times = 0; times < 2; times += 1) {
    assert.equal(codeOf(await post(ben, 'x')), 'EXPIRED_ACCESS_TOKEN');
  }
});
