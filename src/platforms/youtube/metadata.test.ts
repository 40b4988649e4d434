import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeMedia } from '../publishing.fake.ts';
import { videoMetadata, videoTitle } from './metadata.ts';
import { settings, weighTags } from './settings.ts';

const plain = settings.parse({});
const media = [fakeMedia('video')];
const titleOf = (text: string, more: Partial<typeof plain> = {}) =>
  videoTitle({ text, media, settings: { ...plain, ...more } });

test('the title is the chosen one, else the first line with words', () => {
  assert.equal(titleOf('Erste Zeile\nZweite'), 'Erste Zeile');
  assert.equal(titleOf('\n \r\n  Mit\tRand  \r\nRest'), 'Mit Rand');
  assert.equal(titleOf('Text', { title: 'Eigener Titel' }), 'Eigener Titel');
  assert.equal(titleOf('1 < 2 > 0'), '1 ‹ 2 › 0');
});

test('a video without words is named after its description or file', () => {
  const named = (url: string, alt = '') =>
    videoTitle({ text: '', media: [{ ...fakeMedia('video', {}, alt), url }], settings: plain });
  assert.equal(named('https://files.example/a/Mein_erster-Film.mp4?x=1'), 'Mein erster Film');
  assert.equal(named('https://files.example/%C3%BCber.mp4'), 'über');
  assert.equal(named('https://files.example/%E0%A4.mp4'), 'Video');
  assert.equal(named('https://files.example/'), 'Video');
  assert.equal(named('https://files.example/a.mp4', 'Eine Katze'), 'Eine Katze');
});

test('a long title ends with a word, and never inside a character', () => {
  const words = titleOf('Wort '.repeat(40));
  assert.ok(words.length <= 100 && words.endsWith('Wort…'), words);
  assert.equal(titleOf('a'.repeat(100)), 'a'.repeat(100));
  assert.equal(titleOf('a'.repeat(101)), `${'a'.repeat(99)}…`);
  const families = titleOf('👩‍👩‍👧‍👧'.repeat(20));
  assert.equal(families, `${'👩‍👩‍👧‍👧'.repeat(9)}…`);
});

test('the whole text is the description, with look-alikes for what YouTube refuses', () => {
  const post = (text: string) => ({ type: 'video' as const, text, media, cover: null, settings: plain });
  const { snippet, status } = videoMetadata(post('Eins <3\nZwei'));
  assert.deepEqual(snippet, { title: 'Eins ‹3', description: 'Eins ‹3\nZwei', categoryId: '22' });
  assert.deepEqual(status, {
    privacyStatus: 'public',
    selfDeclaredMadeForKids: false,
    license: 'youtube',
    embeddable: true,
    publicStatsViewable: true,
  });
  const full = `${'<'.repeat(10)}${'a'.repeat(4990)}`;
  assert.equal(videoMetadata(post(full)).snippet.description, 'a'.repeat(4990));
});

test('settings that YouTube would refuse are refused here', () => {
  const takes = (given: unknown) => settings.safeParse(given).success;
  assert.ok(
    takes({ title: 'a'.repeat(100), tags: ['eins', 'zwei drei'], privacy: 'unlisted', language: 'de' }),
  );
  for (const wrong of [
    { title: 'a'.repeat(101) },
    { title: ' ' },
    { title: 'a<b' },
    { tags: ['a'.repeat(501)] },
    { tags: ['a>b'] },
    { category_id: 'Musik' },
    { privacy: 'friends' },
    { publishAt: '2027-01-01' },
  ]) {
    assert.ok(!takes(wrong), JSON.stringify(wrong));
  }
  assert.equal(weighTags(['eins', 'zwei drei']), 4 + 1 + 11);
  assert.ok(takes({ tags: ['a'.repeat(249), 'b'.repeat(250)] }));
  assert.ok(!takes({ tags: ['a'.repeat(250), 'b'.repeat(250)] }));
});
