import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSameText } from './same-text.ts';

const link = (url: string, target: string) => ({ url, expanded_url: target });

test('shortened links are read as what they stand for', () => {
  const urls = [
    link('https://t.co/a', 'https://example.com/Path?q=1'),
    link('https://t.co/b', 'http://example.org'),
  ];
  const text = 'See https://t.co/a and https://t.co/b now';
  assert.ok(isSameText('See https://example.com/Path?q=1 and example.org now', { text, entities: { urls } }));
  assert.ok(
    !isSameText('See https://example.com/path?q=1 and example.org now', { text, entities: { urls } }),
  );
});

test('escaped characters, composed letters and outer spaces do not matter', () => {
  assert.ok(isSameText('a & b <c>', { text: 'a &amp; b &lt;c&gt;' }));
  assert.ok(isSameText('Literal &amp; stays', { text: 'Literal &amp;amp; stays' }));
  assert.ok(isSameText('Cafe\u0301 ', { text: 'Caf\u00e9' }));
  assert.ok(isSameText('one\r\ntwo', { text: 'one\ntwo' }));
});

test('the link to the post’s own picture is left out', () => {
  const own = link('https://t.co/p', 'https://x.com/me/status/1/photo/1');
  assert.ok(isSameText('Look', { text: 'Look https://t.co/p', entities: { urls: [own] } }));
  const keyed = { url: 'https://t.co/q', media_key: '3_1' };
  assert.ok(isSameText('Look', { text: 'Look https://t.co/q', entities: { urls: [keyed] } }));
});

test('other words are another post', () => {
  assert.ok(!isSameText('Hello', { text: 'Hello!' }));
  assert.ok(!isSameText('Hello', { text: 'hello' }));
  assert.ok(!isSameText('Hello', { text: '' }));
});

test('whatever X escapes is recognised', () => {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => isSameText(text, { text: escaped(text) })),
  );
});
