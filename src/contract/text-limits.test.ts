import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countText, textOverflow } from './count-text.ts';
import { type PlatformId, type PostType, platformIds, postTypes } from './platform-ids.ts';
import { textLimits } from './text-limits.ts';

/** A text of one kind of character at a platform's limit: the character, how often it fits, the post type. */
const fitting: [PlatformId, PostType, string, number][] = [
  ['instagram', 'image', 'ä', 2200],
  ['instagram', 'image', '👍', 1100],
  ['tiktok', 'video', '日', 2200],
  ['tiktok', 'video', '👍', 1100],
  ['tiktok', 'image', '日', 4000],
  ['tiktok', 'carousel', '👍', 2000],
  ['tiktok', 'text', 'a', 4000],
  ['youtube', 'video', 'a', 5000],
  ['youtube', 'video', 'ä', 2500],
  ['youtube', 'video', '👍', 1250],
  ['twitter', 'text', 'ä', 280],
  ['twitter', 'text', '日', 140],
  ['twitter', 'text', '👨‍👩‍👧', 140],
  ['linkedin', 'text', 'ä', 3000],
  ['linkedin', 'text', '👍', 1500],
  ['facebook', 'text', 'ä', 63206],
  ['pinterest', 'image', '👍', 800],
  ['threads', 'text', '日', 500],
  ['threads', 'text', '👍', 125],
  ['bluesky', 'text', 'ä', 300],
  ['bluesky', 'text', '👍', 300],
  ['bluesky', 'text', '👨‍👩‍👧', 166],
  ['google_business', 'text', '👍', 1500],
];

test('each platform takes a text at its limit and refuses one character more', () => {
  for (const [platform, postType, character, count] of fitting) {
    const overflow = (times: number) => textOverflow(character.repeat(times), textLimits[platform], postType);
    assert.equal(overflow(count), null, `${platform} ${character}`);
    const over = overflow(count + 1);
    assert.ok(over && over.length > over.max, `${platform} ${character}`);
    assert.equal(over.length, countText(character.repeat(count + 1), over.unit));
  }
});

test('each platform limits each post type', () => {
  assert.deepEqual(Object.keys(textLimits).sort(), [...platformIds].sort());
  for (const platform of platformIds) {
    for (const postType of postTypes) {
      assert.equal(textOverflow('', textLimits[platform], postType), null);
      assert.ok(textOverflow('a'.repeat(70_000), textLimits[platform], postType), `${platform} ${postType}`);
    }
  }
});

test('bluesky refuses few graphemes of many bytes', () => {
  assert.deepEqual(textOverflow('👨‍👩‍👧'.repeat(167), textLimits.bluesky, 'text'), {
    unit: 'byte',
    length: 3006,
    max: 3000,
  });
});

test('the limits survive JSON, as they are sent to the dashboard and to agents', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(textLimits)), textLimits);
});
