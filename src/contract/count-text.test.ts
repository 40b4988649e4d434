import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countText, graphemesOf, textOverflow } from './count-text.ts';
import type { TextUnit } from './text-limits.ts';

const units: TextUnit[] = ['grapheme', 'codepoint', 'utf16', 'byte', 'x-weighted', 'threads'];

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'é', '日', '👍🏽', '👨‍👩‍👧', '🇩🇪', '1️⃣', '©', '\u0301', ' ', 'a.com'))
    .map((all) => all.join('')),
);
const brokenText = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((all) => String.fromCharCode(...all))
  .chain((broken) => fc.constantFrom(broken, `${broken}\ud83d`, `\ude00${broken}`, `\ud800.com/${broken}`));

test('each unit counts what it is named after', () => {
  const family = '👨‍👩‍👧';
  assert.deepEqual(
    units.map((unit) => countText(`ä日${family}`, unit)),
    [3, 7, 10, 2 + 3 + 18, 1 + 2 + 2, 1 + 1 + 18],
  );
  for (const unit of units) assert.equal(countText('', unit), 0);
  for (const unit of units) assert.equal(countText('Hallo', unit), 5);
});

test('threads counts emoji as bytes and everything else as code points', () => {
  const counts = {
    ä日: 2,
    '👍': 4,
    '👍🏽': 8,
    '🇩🇪': 8,
    '1️⃣': 7,
    '❤️': 6,
    '☺': 3,
    '©': 1,
    '©️': 5,
    '1#*': 3,
    'e\u0301': 2,
    '🏽': 4,
  };
  for (const [example, count] of Object.entries(counts))
    assert.equal(countText(example, 'threads'), count, example);
});

test('no text makes counting fail, and only the empty text counts nothing', () => {
  fc.assert(
    fc.property(fc.oneof(text, brokenText), fc.constantFrom(...units), (any, unit) => {
      const length = countText(any, unit);
      assert.ok(Number.isInteger(length) && length >= 0);
      assert.equal(length === 0, any === '');
    }),
    { numRuns: 3000 },
  );
});

test('bytes are those of the UTF-8 encoding', () => {
  fc.assert(
    fc.property(fc.oneof(text, brokenText), (any) =>
      assert.equal(countText(any, 'byte'), Buffer.byteLength(any)),
    ),
  );
});

test('code points, UTF-16 units and bytes of two texts add up', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom<TextUnit>('codepoint', 'utf16', 'byte'), (a, b, unit) => {
      assert.equal(countText(a + b, unit), countText(a, unit) + countText(b, unit));
    }),
  );
});

test('graphemes and threads characters of two lines add up', () => {
  const line = text.filter((any) => !any.endsWith('\r'));
  fc.assert(
    fc.property(line, line, fc.constantFrom<TextUnit>('grapheme', 'threads'), (a, b, unit) => {
      assert.equal(countText(`${a}\n${b}`, unit), countText(a, unit) + 1 + countText(b, unit));
    }),
  );
});

test('x weights of words without dots add up', () => {
  const word = fc
    .array(fc.constantFrom('a', 'ü', 'я', '日', 'か', '👍🏽', '🏳️‍🌈', '€'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(word, word, (a, b) => {
      assert.equal(
        countText(`${a} ${b}`, 'x-weighted'),
        countText(a, 'x-weighted') + 1 + countText(b, 'x-weighted'),
      );
    }),
  );
});

test('the units are ordered: graphemes, code points, UTF-16 units, bytes', () => {
  fc.assert(
    fc.property(text, (any) => {
      const [grapheme, codepoint, utf16, byte] = units.map((unit) => countText(any, unit)) as [
        number,
        number,
        number,
        number,
      ];
      assert.ok(grapheme <= codepoint && codepoint <= utf16 && utf16 <= byte);
      const threads = countText(any, 'threads');
      assert.ok(codepoint <= threads && threads <= byte);
    }),
  );
});

test('the first broken limit is named, with the length that was counted', () => {
  const limits = [
    { max: 3, unit: 'grapheme' },
    { max: 5, unit: 'byte' },
  ] as const;
  assert.equal(textOverflow('abc', limits, 'text'), null);
  assert.deepEqual(textOverflow('abcd', limits, 'text'), { unit: 'grapheme', length: 4, max: 3 });
  assert.deepEqual(textOverflow('日本', limits, 'text'), { unit: 'byte', length: 6, max: 5 });
});

test('a limit for some post types leaves the others alone', () => {
  const limits = [{ max: 1, unit: 'utf16', for: ['video', 'carousel'] }] as const;
  assert.equal(textOverflow('ab', limits, 'text'), null);
  assert.equal(textOverflow('ab', limits, 'image'), null);
  assert.deepEqual(textOverflow('ab', limits, 'video'), { unit: 'utf16', length: 2, max: 1 });
});

test('characters are those of Unicode, in plain text too', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const plain = fc.array(fc.constantFrom('a', ' ', '~', '\t', '\n', '\r', '\r\n')).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(plain, fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
      assert.deepEqual(
        graphemesOf(text),
        Array.from(segmenter.segment(text), ({ segment }) => segment),
      );
    }),
  );
});
