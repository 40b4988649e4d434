import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pageFacts } from './page-facts.ts';

const at = 'https://blog.example/posts/1';

test('Open Graph wins over plain HTML, whatever the order and the quotes', () => {
  const html = `<!doctype html><html><head>
<title>Plain &amp; simple</title><meta name=description content="plain words">
<meta content='Gr&uuml;&#223;e &#x1F600; &quot;hier&quot;' property='og:title'>
<META PROPERTY="og:description" CONTENT="  two
lines ">
<meta property="og:image" content="/pictures/a.jpg?x=1&amp;y=2"><meta property="og:image" content="/b.jpg">
</head><body><meta property="og:title" content="not this"></body></html>`;
  assert.deepEqual(pageFacts(html, at), {
    title: 'Grüße 😀 "hier"',
    description: 'two lines',
    image: 'https://blog.example/pictures/a.jpg?x=1&y=2',
  });
});

test('a plain page has its title; scripts and comments say nothing', () => {
  const html = `<title
 lang="de">Nur ein
 Titel</title><!-- <meta property="og:title" content="old"> --><script>"<meta property='og:title' content='x'>"</script>
<meta name="description" content="Worte">`;
  assert.deepEqual(pageFacts(html, at), { title: 'Nur ein Titel', description: 'Worte', image: null });
});

test('an image that is no web address is none, and long words are cut between characters', () => {
  const html = `<meta property="og:title" content="${'👩‍👩‍👧‍👧'.repeat(100)}"><meta property="og:image" content="data:image/png;base64,AA">`;
  const { title, image } = pageFacts(html, at);
  assert.equal(image, null);
  assert.match(title, /^(👩‍👩‍👧‍👧)+…$/u);
  assert.ok(title.length <= 300);
});

test('no page makes it stumble or wait', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<meta ', '<!--', '<script', 'content=', '"', "'", '<title', '>', '<', '&#x', ';', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const { title } = pageFacts(pieces.join(''), at);
      assert.ok(title.isWellFormed() && !/\p{Cc}/u.test(title));
    }),
  );
  for (const unit of ['<meta ', '<!--', '<script', '<title', "<meta a='", '<meta a=a ']) {
    pageFacts(unit.repeat(80_000).slice(0, 512 * 1024), at);
  }
});
