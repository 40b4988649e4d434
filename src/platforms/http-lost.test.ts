import assert from 'node:assert/strict';
import { createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { PostboteError } from '../errors.ts';
import { callWith, failure, get, withListening, withServer } from './call-for-test.ts';
import { readAnswer } from './http.ts';

test('nothing was sent: refused port, unknown name, no time left, stopped before', async () => {
  const closed = await withServer(
    () => {},
    async (url) => url,
  );
  assert.equal((await failure(callWith()(get(closed)))).code, 'platform_unreachable');
  assert.equal((await failure(callWith()(get('http://nowhere.invalid/')))).code, 'platform_unreachable');
  assert.equal((await failure(callWith({ remainingMs: 0 })(get(closed)))).code, 'platform_unreachable');
  const stopped = { signal: AbortSignal.abort() };
  assert.equal((await failure(callWith(stopped)(get(closed)))).code, 'platform_unreachable');
});

test('a TLS handshake that cannot work is unreachable', async () => {
  const error = await withServer(
    (_, response) => response.end('plain'),
    (url) => failure(callWith()(get(url.replace('http:', 'https:')))),
  );
  assert.equal(error.code, 'platform_unreachable');
});

test('a connection reset before the answer is lost', async () => {
  const error = await withServer(
    (request) => request.socket.resetAndDestroy(),
    (url) => failure(callWith()({ method: 'POST', url, json: {} })),
  );
  assert.equal(error.code, 'platform_unavailable');
  // Nobody at the other end has said anything.
  assert.equal(error.raw, undefined);
  assert.match(String(error.facts.transport), /ECONNRESET|UND_ERR_SOCKET/);
  assert.equal(error.outcome, 'lost');
});

test('a connection broken after the first byte of the request is lost, not unreachable', async () => {
  const error = await withListening(
    createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    (url) => failure(callWith()(get(url))),
  );
  assert.equal(error.code, 'platform_unavailable');
});

test('a reset in the middle of the body is lost', async () => {
  const error = await withServer(
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":', async () => {
        await setTimeout(20);
        request.socket.resetAndDestroy();
      });
    },
    (url) => failure(callWith()(get(url))),
  );
  assert.equal(error.code, 'platform_unavailable');
});

test('a slow answer is lost after its own time or the lease, whichever ends first', async () => {
  await withServer(
    () => {},
    async (url) => {
      const own = await failure(callWith()(get(url, { timeoutSeconds: 0.05 })));
      assert.equal(own.code, 'platform_unavailable');
      const startedAt = Date.now();
      const lease = await failure(callWith({ remainingMs: 50 })(get(url, { timeoutSeconds: 30 })));
      assert.equal(lease.code, 'platform_unavailable');
      assert.ok(Date.now() - startedAt < 20_000);
    },
  );
});

test('a call goes on with a lease that was renewed meanwhile', async () => {
  const answer = await withServer(
    async (_, response) => {
      await setTimeout(400);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
    },
    (url) => callWith({ remainingMs: 200, renewedMs: 60_000 })(get(url)),
  );
  assert.deepEqual(answer.json, { id: 1 });
});

test('a call stopped on its way is lost', async () => {
  const controller = new AbortController();
  const error = await withServer(
    () => controller.abort(),
    (url) => failure(callWith({ signal: controller.signal })(get(url))),
  );
  assert.equal(error.code, 'platform_unavailable');
});

test('redirects are not followed and count as lost', async () => {
  let calls = 0;
  const error = await withServer(
    (_, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    },
    (url) => failure(callWith()(get(url))),
  );
  assert.equal(error.code, 'platform_unavailable');
  assert.equal(calls, 1);
});

test('200 with broken JSON is lost; with HTML the shape check says so', async () => {
  const broken = await withServer(
    (_, response) => response.setHeader('content-type', 'application/json').end('{"id":'),
    (url) => failure(callWith()(get(url))),
  );
  assert.equal(broken.code, 'platform_unavailable');
  const html = await withServer(
    (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    (url) => callWith()(get(url)),
  );
  assert.equal(html.json, null);
  assert.throws(
    () => readAnswer(html, z.object({ id: z.string() })),
    (error) => error instanceof PostboteError && error.code === 'platform_unavailable',
  );
});

test('an answer without end is cut off and lost', async () => {
  const error = await withServer(
    (_, response) => {
      response.setHeader('content-type', 'application/json');
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    },
    (url) => failure(callWith()(get(url))),
  );
  assert.equal(error.code, 'platform_unavailable');
});
