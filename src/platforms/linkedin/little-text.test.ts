import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainOf, toLittle } from './little-text.ts';

test('every reserved character is escaped, the backslash too', () => {
  assert.equal(
    toLittle('\\ | { } @ [ ] ( ) < > * _ ~'),
    '\\\\ \\| \\{ \\} \\@ \\[ \\] \\( \\) \\< \\> \\* \\_ \\~',
  );
  assert.equal(toLittle('Tea & letters – 100 %!'), 'Tea & letters – 100 %!');
  assert.equal(toLittle('https://a.example/b_c?d=(1)#e'), 'https://a.example/b\\_c?d=\\(1\\)\\#e');
});

test('hashtags become templates, other number signs stay plain', () => {
  assert.equal(
    toLittle('#post_bote und (#Grüße)'),
    '{hashtag|\\#|post\\_bote} und \\({hashtag|\\#|Grüße}\\)',
  );
  assert.equal(toLittle('C# #1 a#b ##x #'), 'C\\# \\#1 a\\#b \\#\\#x \\#');
});

test('a mention with a URN stays one, an address does not become one', () => {
  assert.equal(toLittle('Hi @[Dev_Co](urn:li:organization:12)!'), 'Hi @[Dev\\_Co](urn:li:organization:12)!');
  assert.equal(
    toLittle('me@example.com @[x](javascript:1)'),
    'me\\@example.com \\@\\[x\\]\\(javascript:1\\)',
  );
});

test('what LinkedIn shows equals what was written', () => {
  for (const text of [
    'a (b) _c_ #d_e C# \\ | {x}',
    'two\nlines  here',
    '@[Dev Co](urn:li:organization:1) hi',
  ]) {
    const shown = text.replace(/@\[(.+?)\]\(urn:[^)]+\)/, '$1').replace(/\s+/g, ' ');
    assert.equal(plainOf(toLittle(text)), shown);
  }
  assert.equal(plainOf('x #word\\_y'), 'x #word_y');
});
