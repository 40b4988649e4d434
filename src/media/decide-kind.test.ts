import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuardedFetch } from './address-guard.ts';
import { decideKind } from './decide-kind.ts';
import { localFetch, mp4Bytes, pngBytes, serve, throwsReason } from './serve-for-test.ts';

test('an extension decides without a connection', async (t) => {
  let hits = 0;
  const origin = await serve(t, (_request, response) => response.end(String(++hits)));
  assert.equal(await decideKind(localFetch(), `${origin}/a.jpg`), 'image');
  assert.equal(await decideKind(localFetch(), `${origin}/a.mp4?sig=secret`), 'video');
  assert.equal(hits, 0);
});

test('without one the first bytes decide, whatever the header says', async (t) => {
  const ranges: unknown[] = [];
  const origin = await serve(t, (request, response) => {
    ranges.push(request.headers.range);
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/picture' ? pngBytes(5000) : mp4Bytes(100));
  });
  assert.equal(await decideKind(localFetch(), `${origin}/picture`), 'image');
  assert.equal(await decideKind(localFetch(), `${origin}/film`), 'video');
  assert.deepEqual(ranges, ['bytes=0-4095', 'bytes=0-4095']);
});

test('an endless answer is left as soon as it is understood', { timeout: 240_000 }, async (t) => {
  const closed = Promise.withResolvers<void>();
  const origin = await serve(t, (_request, response) => {
    response.on('close', closed.resolve);
    response.write(pngBytes(100));
  });
  assert.equal(await decideKind(localFetch(), `${origin}/x`), 'image');
  await closed.promise;
});

test('pages, errors and silence teach nothing', async (t) => {
  const origin = await serve(t, (request, response) => {
    if (request.url === '/page') response.end('<!doctype html>'.repeat(1000));
    else if (request.url === '/missing') response.writeHead(404).end(pngBytes(100));
    else if (request.url === '/empty') response.end();
    else if (request.url === '/broken') request.socket.destroy();
  });
  const fetch = localFetch({ headersMs: 150 });
  for (const path of ['/page', '/missing', '/empty', '/broken', '/silent']) {
    assert.equal(await decideKind(fetch, origin + path), 'unknown', path);
  }
});

test('a server that trickles is given up after five seconds', { timeout: 240_000 }, async (t) => {
  const origin = await serve(t, (_request, response) => {
    const timer = setInterval(() => response.write('x'), 200);
    response.on('close', () => clearInterval(timer));
  });
  assert.equal(await decideKind(localFetch(), `${origin}/slow`), 'unknown');
});

test('what can never be fetched is refused, with an extension or without', async (t) => {
  const fetch = createGuardedFetch({ allowPrivate: [], trustedPrefixes: [] });
  const origin = await serve(t, (_request, response) => response.end(pngBytes(100)));
  for (const name of ['', 'a.jpg', 'a.mp4']) {
    await throwsReason(decideKind(fetch, `${origin}/${name}`), 'media_rejected', 'private_address');
    await throwsReason(decideKind(fetch, `ftp://a.example/${name}`), 'media_rejected', 'bad_scheme');
    await throwsReason(
      decideKind(fetch, `http://u:secret@a.example/${name}`),
      'media_rejected',
      'credentials_in_url',
    );
  }
  await throwsReason(
    decideKind(fetch, `http://localhost:${new URL(origin).port}/x`),
    'media_rejected',
    'private_address',
  );
});
