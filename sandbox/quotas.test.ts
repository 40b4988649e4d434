import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestSandbox, type Reply, type TestAccount, type TestSandbox } from './open-test-sandbox.ts';

const day = 86_400_000;
let clock = Date.parse('2026-11-15T10:00:30Z');
let box: TestSandbox;
before(async () => {
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0 });
});
after(() => box.close());

const send = (path: string, form: Record<string, string>, token: string) =>
  box.call(path, { method: 'POST', form, token });
const graphCode = ({ status, json }: Reply) => [status, json.error?.code, json.error?.error_subcode];

interface Case {
  /** Of the quota that posts use up. */
  readonly limit: number | null;
  post(account: TestAccount, text: string): Promise<Reply>;
  /** What makes the refusal this platform's own. */
  told(reply: Reply): unknown[];
  readonly refusal: readonly unknown[];
  /** Until there is more. */
  readonly refillsAfterMs: number;
}

const cases: Record<string, Case> = {
  bluesky: {
    limit: 5000,
    post: ({ external_id: repo, credentials }, text) => {
      const record = { text, createdAt: new Date(clock).toISOString() };
      const body = { repo, collection: 'app.bsky.feed.post', record };
      return box.post('/bluesky/xrpc/com.atproto.repo.createRecord', body, credentials.accessToken);
    },
    told: ({ status, json, headers }) => [
      status,
      json.error,
      ...tell(headers, 'ratelimit-policy', 'retry-after'),
    ],
    refusal: [429, 'RateLimitExceeded', '5000;w=3600', '3570'],
    refillsAfterMs: 3_600_000,
  },
  facebook: {
    limit: null,
    post: ({ external_id: page, credentials }, message) =>
      send(`/facebook-graph/v26.0/${page}/feed`, { message }, credentials.accessToken),
    told: graphCode,
    refusal: [400, 368, 1390008],
    refillsAfterMs: day,
  },
  google_business: {
    limit: 10,
    post: ({ external_id: name, credentials }, summary) =>
      box.post(
        `/google_business/v4/${name}/localPosts`,
        { topicType: 'STANDARD', summary },
        credentials.accessToken,
      ),
    told: ({ status, json, headers }) => [
      status,
      json.error.status,
      json.error.details[0].reason,
      ...tell(headers, 'retry-after'),
    ],
    refusal: [429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED', null],
    refillsAfterMs: 60_000,
  },
  instagram: {
    limit: 100,
    async post({ external_id: user, credentials: { accessToken: token } }) {
      const image_url = `${box.url}/sandbox/media/square.jpg`;
      const { id } = (await send(`/instagram/v25.0/${user}/media`, { image_url }, token)).json;
      clock += 500;
      const status = () => box.call(`/instagram/v25.0/${id}?fields=status_code`, { token });
      await box.until(status, ({ json }) => json.status_code === 'FINISHED');
      return send(`/instagram/v25.0/${user}/media_publish`, { creation_id: id }, token);
    },
    told: graphCode,
    refusal: [400, 9, 2207042],
    refillsAfterMs: day,
  },
  linkedin: {
    limit: null,
    post: ({ external_id: author, credentials }, commentary) =>
      box.call('/linkedin-api/rest/posts', {
        method: 'POST',
        token: credentials.accessToken,
        headers: { 'linkedin-version': '202609', 'content-type': 'application/json' },
        body: JSON.stringify({
          author,
          commentary,
          visibility: 'PUBLIC',
          distribution: { feedDistribution: 'MAIN_FEED' },
          lifecycleState: 'PUBLISHED',
        }),
      }),
    told: ({ status, json, headers }) => [status, /DAY/.test(json.message), ...tell(headers, 'retry-after')],
    refusal: [429, true, null],
    refillsAfterMs: day,
  },
  pinterest: {
    limit: 100,
    async post({ credentials: { accessToken: token } }, title) {
      const { items } = (await box.call('/pinterest/v5/boards', { token })).json;
      const media_source = { source_type: 'image_url', url: `${box.url}/sandbox/media/square.jpg` };
      return box.post('/pinterest/v5/pins', { board_id: items[0].id, title, media_source }, token);
    },
    told: ({ status, json, headers }) => [
      status,
      json.code,
      ...tell(headers, 'x-ratelimit-remaining', 'x-ratelimit-reset'),
    ],
    refusal: [429, 8, '0', '30'],
    refillsAfterMs: 60_000,
  },
  threads: {
    limit: 250,
    post: (account, text) =>
      send(
        '/threads/v1.0/me/threads',
        { media_type: 'TEXT', text, auto_publish_text: 'true' },
        account.credentials.accessToken,
      ),
    told: graphCode,
    refusal: [400, 4, 2207042],
    refillsAfterMs: day,
  },
  tiktok: {
    limit: 15,
    async post({ credentials: { accessToken: token } }) {
      const bytes = await box.sample('clip.mp4');
      const size = bytes.length;
      const source_info = { source: 'FILE_UPLOAD', video_size: size, chunk_size: size, total_chunk_count: 1 };
      const body = { post_info: { privacy_level: 'PUBLIC_TO_EVERYONE' }, source_info };
      const init = await box.post('/tiktok/v2/post/publish/video/init/', body, token);
      if (init.status !== 200) return init;
      const headers = { 'content-type': 'video/mp4', 'content-range': `bytes 0-${size - 1}/${size}` };
      const sent = await fetch(init.json.data.upload_url, {
        method: 'PUT',
        headers,
        body: bytes as BodyInit,
      });
      return { status: sent.status, headers: sent.headers, json: {} };
    },
    told: ({ status, json }) => [status, json.error.code],
    refusal: [403, 'spam_risk_too_many_posts'],
    refillsAfterMs: day,
  },
  twitter: {
    limit: 100,
    post: ({ credentials }, text) => box.post('/twitter/2/tweets', { text }, credentials.accessToken),
    told: ({ status, json, headers }) => [
      status,
      json.title,
      ...tell(headers, 'x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'),
    ],
    refusal: [429, 'Too Many Requests', '100', '0', String(Date.parse('2026-11-15T10:15:00Z') / 1000)],
    refillsAfterMs: 900_000,
  },
  youtube: {
    limit: 100,
    post: ({ credentials: { accessToken: token } }, title) =>
      box.call('/youtube/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status', {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ snippet: { title }, status: { privacyStatus: 'public' } }),
      }),
    told: ({ status, json }) => [status, json.error.errors[0].reason],
    refusal: [403, 'quotaExceeded'],
    refillsAfterMs: day,
  },
};

function tell(headers: Headers, ...names: string[]) {
  return names.map((name) => headers.get(name));
}

for (const [platform, one] of Object.entries(cases)) {
  test(`${platform}: what is left can be set, is used up, refused in its words, and refilled by the clock`, async () => {
    clock = Date.parse('2026-11-15T10:00:30Z');
    const account = await box.connect(platform, 'busy', { expires_in: 9 * day });
    const own = { account: account.external_id };
    const left = async () => {
      const { quotas } = (await box.call(`/api/quotas?${new URLSearchParams({ platform, ...own })}`)).json;
      return quotas[0];
    };
    assert.equal((await left()).limit, one.limit);
    const [set] = await box.quota(platform, 0, own);
    assert.equal(set.remaining, 0);
    const cost = platform === 'bluesky' ? 3 : 1;
    await box.quota(platform, cost, own);
    const first = await one.post(account, 'Noch einer');
    assert.ok(first.status < 300, JSON.stringify(first.json));
    assert.equal((await left()).remaining, 0);
    const refused = await one.post(account, 'Einer zu viel');
    assert.deepEqual(one.told(refused), one.refusal);
    // Another account has its own.
    const other = await box.connect(platform, 'idle', { expires_in: 9 * day });
    assert.ok((await one.post(other, 'Woanders')).status < 300);
    clock += one.refillsAfterMs;
    assert.ok((await one.post(account, 'Morgen wieder')).status < 300);
  });
}

test('headers count down, and the tightest window is the one told', async () => {
  const x = await box.connect('twitter', 'counter');
  const remaining = async () =>
    Number(
      (await box.call('/twitter/2/users/me', { token: x.credentials.accessToken })).headers.get(
        'x-rate-limit-remaining',
      ),
    );
  const before = await remaining();
  assert.equal(await remaining(), before - 1);
  const page = await box.connect('facebook', 'counted');
  const token = page.credentials.accessToken;
  const usage = async () =>
    JSON.parse(
      (await box.call('/facebook-graph/v26.0/me?fields=id', { token })).headers.get('x-app-usage') ?? '{}',
    ).call_count;
  assert.equal(await usage(), 1);
  await box.quota('facebook', 12_000, { account: 'counted', quota: 'calls' });
  assert.equal(await usage(), 76);
  await box.quota('facebook', 0, { account: 'counted', quota: 'calls' });
  const over = await box.call('/facebook-graph/v26.0/me?fields=id', { token });
  assert.equal(over.json.error.code, 80001);
  const [use] = Object.values(JSON.parse(over.headers.get('x-business-use-case-usage') ?? '{}')) as {
    estimated_time_to_regain_access: number;
  }[][];
  assert.ok((use?.[0]?.estimated_time_to_regain_access ?? 0) > 0);
  const anna = await box.connect('bluesky', 'login');
  const { identifier, appPassword: password } = anna.credentials.extra ?? {};
  await box.quota('bluesky', 1, { account: anna.external_id, quota: 'sessions' });
  const login = () => box.post('/bluesky/xrpc/com.atproto.server.createSession', { identifier, password });
  const good = await login();
  assert.deepEqual([good.status, good.headers.get('ratelimit-policy')], [200, '30;w=300']);
  assert.equal((await login()).status, 429);
});

test('limits of other kinds: credits, the channel, six inits a minute, a trial app, the containers of a day', async () => {
  const poor = await box.connect('twitter', 'poor');
  await box.quota('twitter', 0, { account: 'poor', quota: 'credits' });
  const tweet = () => box.post('/twitter/2/tweets', { text: 'Für lau' }, poor.credentials.accessToken);
  const broke = await tweet();
  assert.deepEqual([broke.status, broke.json.title], [402, 'CreditsDepleted']);
  clock += 40 * day;
  const fresh = await box.connect('twitter', 'poor');
  poor.credentials.accessToken = fresh.credentials.accessToken;
  assert.equal((await tweet()).status, 402);
  await box.quota('twitter', null, { account: 'poor', quota: 'credits' });
  assert.equal((await tweet()).status, 201);

  const channel = await box.connect('youtube', 'channel');
  await box.quota('youtube', 0, { account: 'channel', quota: 'channel_uploads' });
  const full = await cases.youtube?.post(channel, 'Zu viel');
  assert.deepEqual([full?.status, full?.json.error.errors[0].reason], [400, 'uploadLimitExceeded']);

  const creator = await box.connect('tiktok', 'hasty');
  const outcomes: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    outcomes.push((await cases.tiktok?.post(creator, ''))?.status ?? 0);
  }
  assert.deepEqual(outcomes, [201, 201, 201, 201, 201, 201, 429]);

  const trial = (await box.connect('pinterest', 'trial')).credentials.accessToken;
  await box.quota('pinterest', 1, { account: 'trial', quota: 'trial' });
  const boards = () => box.call('/pinterest/v5/boards', { token: trial });
  assert.deepEqual([(await boards()).status, (await boards()).status], [200, 429]);

  const insta = await box.connect('instagram', 'containers');
  await box.quota('instagram', 0, { account: 'containers', quota: 'containers' });
  const made = await send(
    `/instagram/v25.0/me/media`,
    { image_url: 'https://a.example/b.jpg' },
    insta.credentials.accessToken,
  );
  assert.deepEqual(graphCode(made), [403, 4, undefined]);
});

test('a day begins at midnight in California, also when clocks change there', async () => {
  const channel = await box.connect('youtube', 'midnight');
  for (const [now, midnight] of [
    ['2026-11-15T10:00:00Z', '2026-11-16T08:00:00.000Z'],
    ['2026-11-15T07:59:59Z', '2026-11-15T08:00:00.000Z'],
    // 2026-11-01 has 25 hours, 2027-03-14 has 23.
    ['2026-11-01T12:00:00Z', '2026-11-02T08:00:00.000Z'],
    ['2026-11-01T07:30:00Z', '2026-11-02T08:00:00.000Z'],
    ['2027-03-14T09:00:00Z', '2027-03-15T07:00:00.000Z'],
  ] as const) {
    clock = Date.parse(now);
    const [uploads] = await box.quota('youtube', 5, { account: channel.external_id });
    assert.equal(uploads.resets_at, midnight, now);
  }
});

test('quotas can be lifted for everybody, are remembered over a restart, and say what is wrong with a wish', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const options = { file: join(folder, 's.db'), now: () => clock };
  const first = await openTestSandbox(options);
  const anna = await first.connect('threads');
  const post = (at: TestSandbox) =>
    at.call('/threads/v1.0/me/threads', {
      method: 'POST',
      token: anna.credentials.accessToken,
      form: { media_type: 'TEXT', text: `${clock}`, auto_publish_text: 'true' },
    });
  await first.quota('threads', 1);
  assert.equal((await post(first)).status, 200);
  await first.close();
  const second = await openTestSandbox(options);
  assert.equal((await post(second)).status, 400);
  assert.equal((await second.post('/api/quotas', { lifted: true })).json.lifted, true);
  assert.equal((await post(second)).status, 200);
  await second.close();
  const third = await openTestSandbox(options);
  assert.equal((await third.call('/api/quotas')).json.lifted, true);
  assert.equal((await post(third)).status, 200);
  await third.close();
  rmSync(folder, { recursive: true });
  const wrong = async (wish: Record<string, unknown>) => (await box.post('/api/quotas', wish)).json.error;
  assert.match(await wrong({ platform: 'nowhere', remaining: 1 }), /unknown platform/);
  assert.match(await wrong({ platform: 'twitter', quota: 'luck', remaining: 1 }), /one of posts, deletes/);
  assert.match(await wrong({ platform: 'twitter', remaining: -1 }), /whole number/);
  assert.match(await wrong({ platform: 'twitter', remaining: 1, account: 'nobody' }), /unknown account/);
});
