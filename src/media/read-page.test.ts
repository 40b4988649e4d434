import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuardedFetch } from './address-guard.ts';
import { readPage } from './read-page.ts';
import { localFetch, pngBytes, serve } from './serve-for-test.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const titled = '<title>Titel</title><meta property="og:image" content="/og.png">';

// keeps: bluesky.card
test('a page is read as its own words say, and its picture only when asked for', async (t) => {
  const asked: string[] = [];
  const origin = await serve(t, (request, response) => {
    asked.push(String(request.url));
    if (request.url === '/moved') response.writeHead(302, { location: '/page' }).end();
    else if (request.url === '/og.png') response.writeHead(200).end(pngBytes(500));
    else response.writeHead(200, html).end(titled);
  });
  const page = await readPage(localFetch(), `${origin}/moved`);
  assert.deepEqual([page?.title, page?.description, page?.image?.url], ['Titel', '', `${origin}/og.png`]);
  assert.deepEqual(asked, ['/moved', '/page']);
  assert.equal((await page?.image?.probe())?.type, 'image/png');
});

test('other alphabets are read by the header or by the page itself', async (t) => {
  const title = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const origin = await serve(t, (request, response) => {
    const type = request.url === '/header' ? 'text/html; charset=windows-1251' : 'text/html';
    const meta = request.url === '/meta' ? '<meta charset="windows-1251">' : '';
    response.writeHead(200, { 'content-type': type });
    response.end(Buffer.concat([Buffer.from(`${meta}<title>`), title, Buffer.from('</title>')]));
  });
  for (const path of ['/header', '/meta']) {
    assert.equal((await readPage(localFetch(), origin + path))?.title, 'Привет');
  }
});

// keeps: bluesky.card
test('what is no readable page is simply none', async (t) => {
  const origin = await serve(t, (request, response) => {
    const answers: Record<string, () => void> = {
      '/missing': () => response.writeHead(404, html).end(titled),
      '/picture': () => response.writeHead(200, { 'content-type': 'image/png' }).end(pngBytes(100)),
      '/untitled': () => response.writeHead(200, html).end('<p>Nothing to say'),
      '/cut': () => {
        response.writeHead(200, { ...html, 'content-length': '5000' }).write('<title>');
        setTimeout(() => response.destroy(), 20);
      },
      '/packed': () => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('x'),
      '/endless': () => response.writeHead(302, { location: '/endless' }).end(),
    };
    answers[String(request.url)]?.();
  });
  for (const path of ['missing', 'picture', 'untitled', 'cut', 'packed', 'endless']) {
    assert.equal(await readPage(localFetch(), `${origin}/${path}`), null, path);
  }
  const guarded = createGuardedFetch({ allowPrivate: [], trustedPrefixes: [] });
  assert.equal(await readPage(guarded, `${origin}/page`), null, 'a private address');
  assert.equal(await readPage(guarded, 'https://nobody.invalid/'), null);
});

test('of a page without end only the beginning is read', async (t) => {
  let sent = 0;
  const origin = await serve(t, (_, response) => {
    response.writeHead(200, html).write(titled);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
    };
    response.on('drain', more);
    more();
  });
  assert.equal((await readPage(localFetch(), origin))?.title, 'Titel');
  assert.ok(sent < 20 * 1024 * 1024);
});
