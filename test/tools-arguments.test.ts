import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from './start-app.ts';

interface Violation {
  readonly code: string;
  readonly message: string;
  readonly next_action: string;
  readonly [fact: string]: unknown;
}

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const refused = async (args: unknown, tool = 'create_post') => {
  const answer = await app.call(tool, args);
  assert.equal(answer.status, 200, 'a tool error is no HTTP error');
  assert.equal(answer.isError, true, `taken: ${JSON.stringify(args)}`);
  const violations = answer.detail.violations as Violation[];
  assert.equal(answer.text, answer.detail.message);
  for (const { code, message, next_action } of violations) {
    assert.match(code, /^[a-z_]+$/);
    assert.ok(message.length > 3 && !message.includes('?'), message);
    assert.ok(next_action.length > 5 && !next_action.includes('?'), next_action);
  }
  return { text: answer.text, detail: answer.detail, violations, codes: violations.map(({ code }) => code) };
};
const good = { content: 'Hallo', platforms: ['bluesky'] };

// keeps: tools.unknown-argument
test('an unknown argument is refused, never dropped', async () => {
  for (const tool of ['create_post', 'publish_now']) {
    const { text, detail } = await refused({ ...good, tags: ['a'] }, tool);
    assert.equal(text, 'Unbekanntes Feld tags');
    assert.equal(detail.code, 'unknown_field');
    assert.equal(detail.field, 'tags');
  }
  const inside = await refused({
    ...good,
    per_platform: [{ platform: 'bluesky', content: 'x', title: 'y' }],
  });
  assert.equal(inside.detail.field, 'per_platform[0]');
});

test('publish_now knows neither scheduled_at nor use_queue', async () => {
  const { violations } = await refused(
    { ...good, scheduled_at: '2030-01-01T00:00:00Z', use_queue: true },
    'publish_now',
  );
  assert.deepEqual(
    violations.map(({ code, field }) => [code, field]),
    [
      ['unknown_field', 'scheduled_at'],
      ['unknown_field', 'use_queue'],
    ],
  );
});

test('every wrong type is a tool error that names its field', async () => {
  const wrong: [string, unknown][] = [
    ['content', 5],
    ['content', null],
    ['content', ['x']],
    ['platforms', 'bluesky'],
    ['platforms', { 0: 'bluesky' }],
    ['platforms[0]', ['myspace']],
    ['platforms[1]', ['bluesky', null]],
    ['media_urls', 'https://example.com/a.jpg'],
    ['media_urls[0]', [7]],
    ['cover_url', 7],
    ['per_platform', 'x'],
    ['per_platform[0].content', [{ platform: 'bluesky' }]],
    ['per_platform[0].platform', [{ platform: 'x', content: 'y' }]],
    ['scheduled_at', 1_789_000_000],
    ['use_queue', 'yes'],
    ['idempotency_key', ''],
    ['idempotency_key', 'k'.repeat(256)],
  ];
  for (const [field, value] of wrong) {
    const name = String(field.split(/[.[]/)[0]);
    const { violations } = await refused({ ...good, [name]: value });
    assert.deepEqual(
      violations.map((one) => [one.code, one.field]),
      [['field_wrong', field]],
      JSON.stringify({ [name]: value }),
    );
  }
});

test('what was expected is said in German to the user and in English to the agent', async () => {
  const platforms =
    'instagram, tiktok, youtube, twitter, linkedin, facebook, pinterest, threads, bluesky, google_business';
  const cases: [tool: string, args: Record<string, unknown>, german: string, english: string][] = [
    ['list_scheduled_posts', { limit: 0 }, 'mindestens 1', 'a number of at least 1'],
    ['list_scheduled_posts', { limit: 51 }, 'höchstens 50', 'a number of at most 50'],
    ['list_scheduled_posts', { limit: 1e99 }, 'höchstens 50', 'a number of at most 50'],
    ['list_scheduled_posts', { limit: 1.5 }, 'eine ganze Zahl', 'a whole number'],
    ['list_scheduled_posts', { limit: '10' }, 'eine Zahl', 'a number'],
    ['get_post_status', { post_id: 5 }, 'ein Text', 'a string'],
    ['get_post_status', { post_id: 'x' }, 'eine UUID', 'a uuid'],
    ['create_post', { ...good, platforms: ['X'] }, `eines von ${platforms}`, `one of ${platforms}`],
    ['create_post', { ...good, use_queue: 1 }, 'true oder false', 'true or false'],
    ['create_post', { ...good, media_urls: 'x' }, 'eine Liste', 'an array'],
    ['create_post', { ...good, per_platform: [1] }, 'ein Objekt', 'an object'],
    [
      'create_post',
      { ...good, per_platform: [{ platform: 'bluesky', content: 'a', x: 1 }] },
      'ein Objekt ohne x',
      'an object without x',
    ],
    [
      'create_post',
      { ...good, media_urls: Array(36).fill('https://a.example/a.jpg') },
      'höchstens 35 Einträge',
      'an array of at most 35 entries',
    ],
    [
      'create_post',
      { ...good, idempotency_key: '' },
      'mindestens 1 Zeichen',
      'a string of at least 1 characters',
    ],
    [
      'create_post',
      { ...good, content: 'a\0' },
      'Text ohne NUL und ohne halbe Zeichen',
      'text without NUL and without half characters',
    ],
  ];
  for (const [tool, args, german, english] of cases) {
    const { violations } = await refused(args, tool);
    const [first, ...more] = violations;
    assert.deepEqual([first?.expected, more], [english, []]);
    assert.equal(first?.message, `Feld ${first?.field} ist ungültig, erwartet: ${german}`);
    assert.equal(first?.next_action, `Send ${first?.field} as ${english}.`);
  }
});

test('an address that no database could keep is refused, not broken on', async () => {
  const film = 'https://a.example/film.mp4';
  for (const bad of ['https://a.example/\0.jpg', 'https://a.example/\ud800.jpg']) {
    const one = await refused({ ...good, media_urls: [bad] });
    assert.deepEqual([one.detail.code, one.detail.field], ['media_url_wrong', 'media_urls[0]']);
    const cover = await refused({ ...good, media_urls: [film], cover_url: bad });
    assert.deepEqual([cover.detail.code, cover.detail.field], ['media_url_wrong', 'cover_url']);
  }
});

test('account_ids that are no uuid are named', async () => {
  const { violations } = await refused({ content: 'x', account_ids: ['a', 'b'] });
  assert.deepEqual(
    violations.map(({ code, value }) => [code, value]),
    [
      ['account_id_wrong', 'a'],
      ['account_id_wrong', 'b'],
    ],
  );
});

test('content must be there', async () => {
  const { detail } = await refused({ platforms: ['bluesky'] });
  assert.equal(detail.code, 'field_missing');
  assert.equal(detail.field, 'content');
});

// keeps: tools.all-violations
test('a call that breaks many rules hears of all of them at once', async () => {
  const { codes } = await refused({
    content: 'ü'.repeat(301),
    platforms: ['twitter', 'bluesky'],
    per_platform: [
      { platform: 'facebook', content: 'niemand' },
      { platform: 'twitter', content: 'a' },
      { platform: 'twitter', content: 'x'.repeat(281) },
    ],
    media_urls: ['ftp://example.com/a.jpg', 'https://example.com/b.mp4'],
    scheduled_at: '2020-01-01T00:00:00Z',
  });
  assert.deepEqual(codes.toSorted(), [
    'media_mixed',
    'media_url_wrong',
    'per_platform_not_targeted',
    'per_platform_twice',
    'scheduled_at_past',
    'text_too_long',
    'text_too_long',
  ]);
});

test('one bad field does not hide what is wrong with the others', async () => {
  const { codes, text } = await refused({
    content: 'x'.repeat(281),
    platforms: ['twitter'],
    scheduled_at: '2030-02-30T12:00:00Z',
    use_queue: 'ja',
    cover_url: 'https://example.com/c.jpg',
    extra: true,
  });
  assert.equal(text, 'Unbekanntes Feld extra');
  assert.deepEqual(codes.toSorted(), [
    'cover_without_video',
    'field_wrong',
    'scheduled_at_wrong',
    'text_too_long',
    'unknown_field',
  ]);
});

test('a wrong time does not hide what the platform cannot do', async () => {
  const late = await refused({
    content: 'x',
    platforms: ['instagram'],
    scheduled_at: '2020-01-01T00:00:00Z',
  });
  assert.deepEqual(late.codes.toSorted(), ['post_type_unsupported', 'scheduled_at_past']);
  const wrong = await refused({ content: 'x', platforms: ['instagram'], scheduled_at: 5 });
  assert.deepEqual(wrong.codes.toSorted(), ['field_wrong', 'post_type_unsupported']);
});

test('media that cannot be read are not taken for none', async () => {
  const at = '2030-01-01T00:00:00Z';
  const unread = await refused({ content: 'x', platforms: ['instagram'], scheduled_at: at, media_urls: 'a' });
  assert.deepEqual(unread.codes, ['field_wrong']);
  const { codes } = await refused({
    content: 'x',
    platforms: ['instagram'],
    scheduled_at: at,
    media_urls: ['http://10.0.0.1/film.mp4'],
    cover_url: 'https://example.com/c.jpg',
  });
  assert.deepEqual(codes, ['media_url_wrong']);
});

test('nothing of a refused call is stored', async () => {
  assert.deepEqual((await app.call('list_scheduled_posts', { limit: 50 })).data, []);
});
