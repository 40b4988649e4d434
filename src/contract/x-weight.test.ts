import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import fc from 'fast-check';
import { tlds } from './tlds.ts';
import { findXUrls } from './x-urls.ts';
import { xWeightedLength } from './x-weight.ts';

// Neither package has types. twemoji-parser is what twitter-text itself finds emoji with.
const load = createRequire(import.meta.url);
const { parseTweet } = load('twitter-text') as { parseTweet(text: string): { weightedLength: number } };
const twemoji = createRequire(load.resolve('twitter-text'))('twemoji-parser') as {
  parse(text: string): { text: string }[];
};

const theirs = (text: string) => parseTweet(text).weightedLength;

/**
 * X counts every emoji as 2, but twitter-text 3.1 knows those of 2018: a sequence that Unicode has recommended
 * since, or that twemoji 11 lacked, it counts piece by piece. Texts with one, and only those, are not compared.
 */
function hasNewerEmoji(text: string): boolean {
  return Array.from(text.normalize('NFC').matchAll(/\p{RGI_Emoji}/gv)).some(
    ([sequence]) => twemoji.parse(sequence)[0]?.text !== sequence,
  );
}

const letters = [
  'a',
  'b1',
  'Zürich',
  'é',
  'É',
  'e\u0301',
  'ß',
  'ς',
  'ι',
  'ı',
  'İ',
  'ſ',
  'K',
  'ɠ',
  'ⱥ',
  'я',
  'Ж',
];
const otherScripts = [
  '日',
  '本語',
  'かな',
  '가',
  '\u1100\u1161',
  'ไทย',
  'नमस्ते',
  'مرحبا',
  '嘉里',
  '嘉里大酒店',
];
const domainParts = [
  ...[
    '.',
    '.',
    '.',
    '-',
    '_',
    'com',
    'co',
    'cox',
    'de',
    'DE',
    'photography',
    'рф',
    'РФ',
    '中国',
    'भारत',
    'भारतम्',
  ],
  ...[
    'xn--',
    'xn--p1ai',
    'VERMÖGENSBERATUNG',
    'example.com',
    'www.',
    't.co',
    'x'.repeat(62),
    '日'.repeat(20),
    '。',
  ],
];
const urlParts = [
  ...[
    'http://',
    'https://',
    'HTTPS://',
    'ftp://',
    '/',
    '//',
    '(',
    ')',
    '((',
    '))',
    '(a)',
    '(a(b)c)',
    '()',
    '?',
    '=',
  ],
  ...[
    '&',
    '#',
    '%20',
    ':',
    ':80',
    ':x',
    '~',
    '[',
    ']',
    '|',
    '+',
    '–',
    '@',
    '＠',
    '＃',
    '$',
    't.co/',
    '*',
    "'",
    ';',
  ],
  'y'.repeat(41),
];
const punctuation = ['!', ',', '"', '`', '<', '>', '{', '}', '^', '\\', '…', '“', '」', '€', '\x01', '\x7f'];
const spaces = [' ', '\n', '\t', '\u00a0', '\u3000', '\u200b', '\u200e', '\u202a', '\ufeff', '\uffff'];
const emoji = [
  ...[
    '👍',
    '👍🏽',
    '👨‍👩‍👧‍👦',
    '👩🏿‍🚀',
    '🏳️‍🌈',
    '🏴‍☠️',
    '🇩🇪',
    '🇽🇽',
    '1️⃣',
    '1⃣',
    '#️⃣',
    '©',
    '©️',
    '®',
    '™️',
    '❤',
    '❤️',
    '☝🏻',
    '⌚️',
  ],
  ...['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🫠', '⛹️‍♀️', '🕴️‍♂️', '👁‍🗨', '⛷🏻'],
];
const emojiPieces = [
  ...[
    '\u200d',
    '\u200d',
    '\ufe0f',
    '\ufe0f',
    '\ufe0e',
    '\u20e3',
    '🏻',
    '🏿',
    '🇩',
    '🇪',
    '🇨',
    '1',
    '#',
    '👨',
    '👩',
    '👧',
  ],
  ...['❤', '💋', '⛹', '☝', '🕴', '♀', '♂', '👁', '🗨', '🏴', '🏳', '🌈', '☠', '⚕', '💻', '🦰', '♾'],
  ...['\u{e0067}', '\u{e007f}', '\ud83d', '\ude00'],
];

function textOf(...vocabularies: string[][]) {
  const piece = fc.oneof(...vocabularies.map((words) => fc.constantFrom(...words)));
  return fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
}

function agree(text: string): void {
  assert.equal(xWeightedLength(text), theirs(text), JSON.stringify(text));
}

test('x-weighted agrees with twitter-text on addresses of many shapes', () => {
  fc.assert(fc.property(textOf(letters, domainParts, domainParts, urlParts), agree), { numRuns: 8000 });
});

test('x-weighted agrees with twitter-text on addresses among other scripts, spaces and punctuation', () => {
  const text = textOf(letters, otherScripts, domainParts, urlParts, punctuation, spaces);
  fc.assert(fc.property(text, agree), { numRuns: 8000 });
});

test('x-weighted agrees with twitter-text where its rules surprise', () => {
  for (const text of [
    ...[
      'a.co/b(c)',
      'a.co/!(b)',
      'a.co/(b)(c)',
      'a.co/b!(c)d',
      'a.co/()',
      'a.co/(b(c)d)',
      'a.co/(b(c(d)))',
      'a.co/@b/',
    ],
    ...[
      'a.com?b=c',
      'a.com:80',
      'a.com:80/b',
      'a.com/?b=c!',
      'a.com/b?',
      'http://a.com?b=c',
      'http://a.com:80?b=!',
    ],
    ...[
      '＠a.com',
      '＃a.com',
      '＠http://a.com',
      'a.co/(b()c)',
      '-a.com',
      '_a.com',
      '/a.com',
      '.a.com',
      'éa.com',
      ' éa.com',
      '"a.com"',
      '日a.com',
      '日本a.com',
      '日本語.com',
    ],
    ...[
      'a_b.com',
      'a_b.c.com',
      'http://a_b.com',
      'http://a_b.c.com',
      'a-.com',
      'a.-b.com',
      'a.com-b',
      'a.com_b',
      'a.com.-b',
    ],
    ...[
      'a.cox日.a.co',
      'a.com.日本.中国',
      'a.com.日本.中国/pfad',
      'a.com日b.com.中国/pfad',
      'http://a.com日b.com',
      'a.嘉里大酒店',
    ],
    ...[
      'xn--日.com',
      'http://xn--日.com',
      'http://xn--日.b.com',
      'a.xn--p1ai@b',
      'http://http://a.com',
      'a.com/http://b.com',
    ],
    ...[
      'https://t.co/a-b',
      'https://t.co/a?b=c!d',
      'http://t.co/a/b',
      'http://t.co/-a',
      't.co/a-b',
      'a.com/1\ufe0f\u20e3',
    ],
  ])
    agree(text);
});

test('x-weighted agrees with twitter-text on each character in each place of an address', () => {
  const compare = (first: number, last: number) => {
    for (let unit = first; unit <= last; unit += 1) {
      const c = String.fromCharCode(unit);
      agree(`a${c}b.com ${c}a.com a.com${c} a.com/${c}`);
      agree(
        `http://a${c}b.com http://a.com/b${c}c http://a.com/${c}(a) http://a.com/?${c} http://a.com/?a${c}b ${c}http://a.com`,
      );
    }
  };
  compare(0, 0x0600);
  compare(0x1680, 0x1680);
  compare(0x180e, 0x180e);
  compare(0x1c80, 0x2070);
  compare(0x2c60, 0x2c7f);
  compare(0x3000, 0x3003);
  compare(0xd7ff, 0xd801);
  compare(0xff00, 0xffff);
});

test('x-weighted agrees with twitter-text on emoji, whole and in pieces', () => {
  const text = textOf(emoji, emojiPieces, letters, otherScripts, ['.', 'a.com', ' ']);
  fc.assert(
    fc.property(text, (generated) => {
      fc.pre(!hasNewerEmoji(generated));
      agree(generated);
    }),
    { numRuns: 8000 },
  );
});

test('x-weighted agrees with twitter-text on arbitrary UTF-16, lone surrogates included', () => {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0x20, max: 0x7e }));
  const text = fc.array(unit, { maxLength: 60 }).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(
      text.filter((generated) => !hasNewerEmoji(generated)),
      agree,
    ),
    { numRuns: 3000 },
  );
});

test('x-weighted agrees with twitter-text on decomposed text', () => {
  const text = textOf(letters, otherScripts, domainParts, spaces).map((generated) =>
    generated.normalize('NFD'),
  );
  fc.assert(fc.property(text, agree), { numRuns: 3000 });
});

test('x-weighted agrees with twitter-text at the longest label, address and t.co name', () => {
  const label = (n: number, letter = 'a') => letter.repeat(n);
  for (const n of [17, 18, 19, 20, 21, 30, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 130]) {
    for (const letter of ['a', 'é', '日', '😀', 'a日', 'aé']) agree(`http://${label(n, letter)}.com`);
    agree(`${label(n)}.com ${label(n, 'é')}.com`);
    agree(`http://a。${label(n)}.com`);
  }
  for (const n of [39, 40, 41, 42]) agree(`https://t.co/${label(n)} https://t.co/${label(n)}-b?c=d!`);
  for (let n = 4060; n < 4100; n += 1) {
    agree(`a.com/${label(n)}`);
    agree(`http://a.com/${label(n)}`);
  }
});

test('x-weighted agrees with twitter-text on every flag, skin tone and variation selector of its time', () => {
  const newer = new Set(
    [...'👫👬👭👯💏💑🤌🤏🤝🤼🥷🦻🧍🧎🧏🫃🫄🫅🫰🫱🫲🫳🫴🫵🫶🫷🫸'].map((base) => `${base}🏽`),
  );
  for (const sequence of ['♾️', '⚧️', '🇨🇶']) newer.add(sequence);
  const differing = new Set<string>();
  const compare = (sequence: string) => {
    if (/^\p{RGI_Emoji}$/v.test(sequence)) assert.equal(xWeightedLength(sequence), 2, sequence);
    if (!hasNewerEmoji(sequence)) agree(sequence);
    else if (xWeightedLength(sequence) !== theirs(sequence)) differing.add(sequence);
  };
  for (let point = 0x20; point < 0x1fb00; point += 1) {
    const character = String.fromCodePoint(point);
    if (!/\p{Emoji}/u.test(character)) continue;
    for (const tail of ['', '\ufe0f', '\ufe0e', '\ufe0f🏽', '🏽', '\u20e3', '\ufe0f\u20e3'])
      compare(character + tail);
  }
  for (let first = 0x1f1e6; first <= 0x1f1ff; first += 1) {
    for (let second = 0x1f1e6; second <= 0x1f1ff; second += 1) compare(String.fromCodePoint(first, second));
  }
  // A later Unicode may recommend more.
  for (const sequence of newer) assert.ok(differing.has(sequence), sequence);
});

test('emoji newer than twitter-text 3.1 count 2 like all others', () => {
  for (const sequence of ['🧑‍🚀', '❤️‍🔥', '🏳️‍⚧️', '🐻‍❄️', '👁️‍🗨️', '🧑🏻‍🤝‍🧑🏿', '🫱🏽', '🐦‍🔥']) {
    assert.equal(xWeightedLength(sequence), 2, sequence);
    assert.ok(theirs(sequence) > 2, sequence);
  }
});

test('every top-level domain of twitter-text makes a link, and no other does', () => {
  for (const tld of tlds) {
    assert.equal(xWeightedLength(`http://a.${tld}`), 23, tld);
    agree(`http://a.${tld} a.${tld} a.${tld.toUpperCase()}. a.${tld}x a.${tld}1 a.${tld}@b a.${tld}日`);
  }
  const alternatives = (file: string) =>
    (load(`twitter-text/dist/regexp/${file}.js`) as RegExp).source
      .replace(/^[(?:]+|\)\(\?=.*$/gs, '')
      .split('|');
  assert.deepEqual(
    [...tlds].sort(),
    [...new Set([...alternatives('validGTLD'), ...alternatives('validCCTLD')])].sort(),
  );
});

test('links are found where a reader sees them', () => {
  const links = (text: string) => Array.from(findXUrls(text), ([at, length]) => text.slice(at, at + length));
  assert.deepEqual(links('Mehr unter https://example.com/a_(b)?c=d. Danke!'), [
    'https://example.com/a_(b)?c=d',
  ]);
  assert.deepEqual(links('(example.com/weg), b.de!'), ['example.com/weg', 'b.de']);
  assert.deepEqual(links('http://müller.example.рф/ж'), ['http://müller.example.рф/ж']);
  assert.deepEqual(links('日本語example.com日本語'), ['example.com']);
  assert.deepEqual(links('ich@example.com @example.com #example.com $example.com'), []);
  assert.deepEqual(links('日本語.com kein.wort 3.50 z.B. ...com'), []);
});

test('the known weights hold', () => {
  assert.equal(xWeightedLength(''), 0);
  assert.equal(xWeightedLength('ä'.repeat(280)), 280);
  assert.equal(xWeightedLength('日本'), 4);
  assert.equal(xWeightedLength('\u10ff\u1100'), 3);
  assert.equal(
    xWeightedLength('\u2000\u200d\u200e\u200f\u2010\u201f\u2020\u2032\u2037\u2038'),
    1 + 1 + 2 + 2 + 1 + 1 + 2 + 1 + 1 + 2,
  );
  assert.equal(xWeightedLength('👨‍👩‍👧‍👦'), 2);
  assert.equal(xWeightedLength('Seht https://example.com/sehr/lang?und=mehr an'), 5 + 23 + 3);
});
