import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildFacets, findSpans } from './facets.ts';

const none = new Map<string, string>();

function marked(text: string, dids: ReadonlyMap<string, string> = none) {
  const bytes = Buffer.from(text);
  return buildFacets(text, findSpans(text), dids).map(({ index, features: [feature] }) => {
    const shown = bytes.subarray(index.byteStart, index.byteEnd).toString();
    if ('uri' in feature) return [shown, feature.uri];
    return [shown, 'tag' in feature ? feature.tag : feature.did];
  });
}

test('byte offsets hold after Cyrillic and emoji', () => {
  const text = 'Привет 👩‍👩‍👧 https://example.com/ü #новости ok';
  assert.deepEqual(marked(text), [
    ['https://example.com/ü', 'https://example.com/ü'],
    ['#новости', 'новости'],
  ]);
  const [link] = buildFacets(text, findSpans(text), none);
  assert.equal(link?.index.byteStart, Buffer.byteLength('Привет 👩‍👩‍👧 '));
});

test('the sentence’s punctuation stays outside a link', () => {
  assert.deepEqual(marked('See https://a.example/x. (https://b.example/y_(z)) „https://c.example“!'), [
    ['https://a.example/x', 'https://a.example/x'],
    ['https://b.example/y_(z)', 'https://b.example/y_(z)'],
    ['https://c.example', 'https://c.example'],
  ]);
  assert.deepEqual(marked('www.example.com, go'), [['www.example.com', 'https://www.example.com']]);
  assert.deepEqual(marked('http://localhost https:// foo@www.example.com'), []);
});

test('hashtags: letters, emoji and joined words, not numbers, keycaps or parts of links', () => {
  assert.deepEqual(marked('#eins, #zwei-drei! (#vier) ＃五 #🚀'), [
    ['#eins', 'eins'],
    ['#zwei-drei', 'zwei-drei'],
    ['#vier', 'vier'],
    ['＃五', '五'],
    ['#🚀', '🚀'],
  ]);
  assert.deepEqual(marked('#1 #️⃣ a#b ## # #... https://e.example/#frag').slice(0, -1), []);
  assert.deepEqual(marked(`#${'x'.repeat(65)}`), []);
  assert.equal(marked(`#${'x'.repeat(64)}`).length, 1);
});

test('a mention needs a handle that someone bears', () => {
  const dids = new Map([['alice.bsky.social', 'did:plc:alice']]);
  assert.deepEqual(marked('Hi @alice.bsky.social! (@alice.bsky.social) @bob.example', dids), [
    ['@alice.bsky.social', 'did:plc:alice'],
    ['@alice.bsky.social', 'did:plc:alice'],
  ]);
  assert.deepEqual(findSpans('mail me@example.com, @nobody'), []);
});

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    ' ',
    '\n',
    '(',
    ')',
    '.',
    '#',
    '@',
    'https://',
    'www.',
    'a.example',
    '#tag',
    'é',
    '🏳️‍🌈',
    'Ж',
  ),
);
const texts = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join('').toWellFormed());

test('facets are ordered, apart from each other, and cut between characters', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text);
      const spans = findSpans(text);
      let end = 0;
      for (const [i, { index }] of buildFacets(text, spans, none).entries()) {
        assert.ok(index.byteStart >= end && index.byteEnd > index.byteStart, `facet ${i}`);
        assert.ok(index.byteEnd <= bytes.length);
        const shown = bytes.subarray(index.byteStart, index.byteEnd).toString();
        assert.ok(!shown.includes('\u{FFFD}') || text.includes('\u{FFFD}'));
        assert.ok(text.includes(shown));
        end = index.byteEnd;
      }
    }),
    { numRuns: 2000 },
  );
});

test('any link between spaces is found whole', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'grapheme' }), (url, before) => {
      fc.pre(/[a-z0-9/=&]$/i.test(url));
      const found = marked(`${before.toWellFormed()} ${url} end`).map(([, uri]) => uri);
      assert.ok(found.includes(url), JSON.stringify(found));
    }),
  );
});
