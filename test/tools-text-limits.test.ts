import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
before(async () => {
  app = await startApp();
});
after(() => app.close());

const draft = (content: string, platforms: string[], more = {}) =>
  app.call('create_post', { content, platforms, ...more });
const fits = async (content: string, platform: string) => {
  const { isError, text } = await draft(content, [platform]);
  assert.equal(isError, false, text);
};
const tooLong = async (content: string, platform: string, facts: Record<string, unknown>) => {
  for (const tool of ['create_post', 'publish_now']) {
    const media = platform === 'instagram' ? { media_urls: [controlSandbox(app).sample('square.jpg')] } : {};
    const answer = await app.call(tool, { content, platforms: [platform], ...media });
    assert.equal(answer.text, `Text für ${platform} zu lang`);
    const { code, next_action, ...rest } = answer.detail;
    assert.equal(code, 'text_too_long');
    assert.deepEqual({ length: rest.length, max: rest.max, unit: rest.unit }, facts);
    assert.match(String(next_action), new RegExp(`at most ${facts.max}`));
  }
};
const family = '👩‍👩‍👧‍👦';

// keeps: posts.text-limits
test('twitter: 280 weighted characters, drafts too', async () => {
  await fits('x'.repeat(280), 'twitter');
  await tooLong('x'.repeat(281), 'twitter', { length: 281, max: 280, unit: 'x-weighted' });
});

test('twitter: wide characters weigh two, an emoji two however it is joined', async () => {
  await fits('語'.repeat(140), 'twitter');
  await tooLong(`${'語'.repeat(140)}x`, 'twitter', { length: 281, max: 280, unit: 'x-weighted' });
  await fits(family.repeat(140), 'twitter');
  await tooLong(`${family.repeat(140)}x`, 'twitter', { length: 281, max: 280, unit: 'x-weighted' });
});

test('twitter: a link weighs 23 whatever its length', async () => {
  const link = `https://example.com/${'a'.repeat(400)}`;
  await fits(`${'x'.repeat(256)} ${link}`, 'twitter');
  await tooLong(`${'x'.repeat(257)} ${link}`, 'twitter', { length: 281, max: 280, unit: 'x-weighted' });
  await fits(`${'x'.repeat(256)} https://t.de/a`, 'twitter');
  await tooLong(`${'x'.repeat(257)} https://t.de/a`, 'twitter', {
    length: 281,
    max: 280,
    unit: 'x-weighted',
  });
});

test('bluesky: 300 graphemes', async () => {
  await fits('x'.repeat(300), 'bluesky');
  await tooLong('x'.repeat(301), 'bluesky', { length: 301, max: 300, unit: 'grapheme' });
  await fits('e\u0301'.repeat(300), 'bluesky');
  await tooLong('e\u0301'.repeat(301), 'bluesky', { length: 301, max: 300, unit: 'grapheme' });
});

test('bluesky: and 3000 bytes', async () => {
  const bytes = Buffer.byteLength(family);
  const most = Math.floor(3000 / bytes);
  const filled = family.repeat(most) + 'x'.repeat(3000 - most * bytes);
  await fits(filled, 'bluesky');
  await tooLong(`${filled}x`, 'bluesky', { length: 3001, max: 3000, unit: 'byte' });
});

test('instagram: 2200 characters', async () => {
  await fits('x'.repeat(2200), 'instagram');
  await tooLong('x'.repeat(2201), 'instagram', { length: 2201, max: 2200, unit: 'utf16' });
});

test('content: 5000 code points, whatever the platform', async () => {
  await addAccount(app.app, app.workspaceId, 'facebook');
  await fits('x'.repeat(5000), 'facebook');
  await fits('😀'.repeat(5000), 'facebook');
  for (const content of ['x'.repeat(5001), '😀'.repeat(5001)]) {
    for (const tool of ['create_post', 'publish_now']) {
      const { text, detail } = await app.call(tool, { content, platforms: ['facebook'] });
      assert.equal(text, 'Text zu lang: 5001 von höchstens 5000 Zeichen');
      assert.deepEqual(
        { code: detail.code, field: detail.field, length: detail.length, max: detail.max },
        { code: 'content_too_long', field: 'content', length: 5001, max: 5000 },
      );
    }
  }
});

test('per_platform: the same 5000, named by its place', async () => {
  const { detail } = await draft('kurz', ['facebook'], {
    per_platform: [{ platform: 'facebook', content: 'x'.repeat(5001) }],
  });
  assert.equal(detail.code, 'content_too_long');
  assert.equal(detail.field, 'per_platform[0].content');
});

test('each target is judged by the text that it gets', async () => {
  const long = 'x'.repeat(290);
  const own = { per_platform: [{ platform: 'twitter', content: 'kurz' }] };
  assert.equal((await draft(long, ['twitter', 'bluesky'], own)).isError, false);
  const wrong = { per_platform: [{ platform: 'twitter', content: long }] };
  assert.equal((await draft('kurz', ['twitter', 'bluesky'], wrong)).text, 'Text für twitter zu lang');
  const { detail } = await draft('x'.repeat(301), ['twitter', 'bluesky']);
  const violations = detail.violations as { code: string; platform: string }[];
  assert.deepEqual(violations.map(({ code, platform }) => `${code} ${platform}`).sort(), [
    'text_too_long bluesky',
    'text_too_long twitter',
  ]);
});

test('several accounts of one platform hear of their limit once', async () => {
  await addAccount(app.app, app.workspaceId, 'twitter');
  const { detail } = await draft('x'.repeat(281), ['twitter']);
  assert.equal((detail.violations as unknown[]).length, 1);
});

test('content may be empty only when media are given', async () => {
  for (const tool of ['create_post', 'publish_now']) {
    for (const content of ['', ' \n\t\u00a0']) {
      const { text, detail } = await app.call(tool, { content, platforms: ['bluesky'] });
      assert.equal(text, 'Text fehlt');
      assert.equal(detail.code, 'content_missing');
    }
  }
  const media_urls = [controlSandbox(app).sample('square.jpg')];
  assert.equal((await draft('', ['bluesky'], { media_urls })).isError, false);
});

test('text that no platform could show is refused', async () => {
  for (const content of ['a\0b', 'a\ud800b']) {
    const { detail } = await draft(content, ['bluesky']);
    assert.equal(detail.code, 'field_wrong');
    assert.equal(detail.field, 'content');
  }
});
