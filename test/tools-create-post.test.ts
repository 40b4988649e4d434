import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onBothDatabases } from './databases.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

onBothDatabases('create_post', (kind) => {
  let app: TestApp;
  let account: Map<string, string>;
  before(async () => {
    app = await startApp({ kind });
    const { data } = await app.call('list_social_accounts');
    const rows = data as unknown as { platform: string; id: string }[];
    account = new Map(rows.map(({ platform, id }) => [platform, id]));
  });
  after(() => app.close());
  const sample = (name: string) => controlSandbox(app).sample(name);
  const target = (platform: string, custom_caption = false) => ({
    id: account.get(platform),
    platform,
    name: 'Postbote Demo',
    custom_caption,
  });
  const create = async (args: unknown) => {
    const { data, isError, text } = await app.call('create_post', args);
    assert.equal(isError, false, text);
    assert.match(String(data.id), uuid);
    return data;
  };

  // keeps: posts.draft
  test('without a time makes a draft', async () => {
    const { id, ...rest } = await create({ content: 'Entwurf', platforms: ['bluesky'] });
    assert.deepEqual(rest, {
      status: 'draft',
      scheduled_at: null,
      post_type: 'text',
      media_count: 0,
      has_cover: false,
      accounts: [target('bluesky')],
    });
    const { data } = await app.call('get_post_status', { post_id: id });
    assert.equal(data.status, 'draft');
  });

  // keeps: posts.scheduled
  test('with a time makes a scheduled post', async () => {
    const at = tomorrow();
    const { id, ...rest } = await create({
      content: 'Geplant',
      platforms: ['twitter'],
      media_urls: [sample('square.jpg')],
      scheduled_at: at,
    });
    assert.deepEqual(rest, {
      status: 'scheduled',
      scheduled_at: at,
      post_type: 'image',
      media_count: 1,
      has_cover: false,
      accounts: [target('twitter')],
    });
    const { data } = await app.call('get_post_status', { post_id: id });
    assert.equal(data.status, 'scheduled');
  });

  test('with use_queue makes a scheduled post with a slot', async () => {
    const before = Date.now();
    const { id, scheduled_at, ...rest } = await create({
      content: 'In der Schlange',
      account_ids: [account.get('bluesky')],
      use_queue: true,
    });
    assert.match(String(id), uuid);
    assert.ok(Date.parse(String(scheduled_at)) >= before + 4 * 60 * 60 * 1000);
    assert.deepEqual(rest, {
      status: 'scheduled',
      post_type: 'text',
      media_count: 0,
      has_cover: false,
      accounts: [target('bluesky')],
    });
  });

  test('tells the type by the media', async () => {
    const type = async (media_urls: string[], more = {}) => {
      const { post_type, media_count, has_cover } = await create({
        content: 'Typ',
        platforms: ['instagram'],
        media_urls,
        ...more,
      });
      return { post_type, media_count, has_cover };
    };
    const [image, second, video] = [sample('square.jpg'), sample('portrait.jpg'), sample('clip.mp4')];
    assert.deepEqual(await type([]), { post_type: 'text', media_count: 0, has_cover: false });
    assert.deepEqual(await type([image]), { post_type: 'image', media_count: 1, has_cover: false });
    assert.deepEqual(await type([image, second]), {
      post_type: 'carousel',
      media_count: 2,
      has_cover: false,
    });
    assert.deepEqual(await type([video]), { post_type: 'video', media_count: 1, has_cover: false });
    assert.deepEqual(await type([video], { cover_url: sample('cover.jpg') }), {
      post_type: 'video',
      media_count: 1,
      has_cover: true,
    });
  });

  test('marks the accounts whose text is their own', async () => {
    const { accounts } = await create({
      content: 'Für alle',
      platforms: ['twitter', 'bluesky'],
      per_platform: [{ platform: 'twitter', content: 'Nur hier' }],
    });
    const byPlatform = (a: { platform: string }, b: { platform: string }) =>
      a.platform < b.platform ? -1 : 1;
    assert.deepEqual((accounts as { platform: string }[]).toSorted(byPlatform), [
      target('bluesky'),
      target('twitter', true),
    ]);
  });

  test('answers the same data as JSON text and as structured content', async () => {
    const response = await fetch(`${app.url}/mcp/${app.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: {
          name: 'create_post',
          arguments: { content: 'Doppelt „gesagt“ 😀', platforms: ['bluesky'] },
        },
      }),
    });
    const { id, result } = (await response.json()) as {
      id: number;
      result: { content: { type: string; text: string }[]; structuredContent: unknown };
    };
    assert.equal(response.status, 200);
    assert.equal(id, 7);
    assert.equal(result.content.length, 1);
    assert.equal(result.content[0]?.type, 'text');
    assert.deepEqual(JSON.parse(String(result.content[0]?.text)), result.structuredContent);
  });

  test('publishes nothing by itself', async () => {
    assert.deepEqual(await controlSandbox(app).posts(), []);
  });

  // keeps: door.hostile
  test('of whatever characters is stored or refused with a reason, and never breaks on either', () => {
    const odd = fc.constantFrom(
      '\0',
      '\ud800',
      '\u202e',
      '\u0085',
      '\ufffe',
      '👩‍👩‍👧',
      '%00',
      '\\u0000',
      "'; --",
      ' ',
    );
    const text = fc.array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 4 });
    const words = text.map((parts) => parts.join(''));
    const args = fc.record({
      content: words,
      platforms: fc.constant(['bluesky', 'facebook']),
      per_platform: fc.array(fc.record({ platform: fc.constant('facebook'), content: words }), {
        maxLength: 1,
      }),
      media_urls: fc.array(
        words.map((name) => `https://a.example/${name}.jpg`),
        { maxLength: 2 },
      ),
      idempotency_key: words,
    });
    const holds = async (given: object) => {
      const { status, isError, detail } = await app.call('create_post', given);
      assert.equal(status, 200);
      if (isError) assert.notEqual(detail.code, 'internal');
    };
    return fc.assert(fc.asyncProperty(args, holds), { numRuns: 50 });
  });
});
