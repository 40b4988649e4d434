import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import fc from 'fast-check';
import { punycodeLength } from './punycode-length.ts';

// The copy that twitter-text depends on; the slash keeps Node from loading its own, deprecated one.
const load = createRequire(createRequire(import.meta.url).resolve('twitter-text'));
const { toASCII } = load('punycode/') as { toASCII(domain: string): string };

test('a label is as long as its punycode', () => {
  const character = fc.oneof(
    fc.constantFrom(...'abcxyz019-'),
    fc.constantFrom(...'äöüßéñжяあ日本語한국भारत😀🏽'),
    fc.integer({ min: 0xa0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
  );
  const label = fc
    .array(character, { maxLength: 80 })
    .map((all) => all.join(''))
    .filter((all) => !/[\u3002\uFF0E\uFF61]/.test(all));
  fc.assert(
    fc.property(label, (any) => assert.equal(punycodeLength(any), toASCII(any).length)),
    { numRuns: 2000 },
  );
});

test('the examples of RFC 3492 have their lengths', () => {
  assert.equal(punycodeLength('他们为什么不说中文'), 'xn--ihqwcrb4cv8a8dqg056pqjye'.length);
  assert.equal(punycodeLength('3年B組金八先生'), 'xn--3B-ww4c5e180e575a65lsy2b'.length);
  assert.equal(punycodeLength('-> $1.00 <-'), '-> $1.00 <-'.length);
  assert.equal(punycodeLength(''), 0);
});
