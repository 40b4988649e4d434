import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { PostboteError } from '../errors.ts';
import { callWith, failure, get, withServer } from './call-for-test.ts';
import { readAnswer, retryAfterSeconds } from './http.ts';
import { answerWords } from './redact.ts';

test('a JSON answer is parsed, and the request carries method, agent and body', async () => {
  const seen: Record<string, unknown> = {};
  await withServer(
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      Object.assign(seen, { method: request.method, agent: request.headers['user-agent'], body });
      response.setHeader('content-type', 'application/json').end('{"id":"1"}');
    },
    async (url) => {
      const answer = await callWith()({ method: 'POST', url, json: { a: 1 } });
      assert.deepEqual(answer.json, { id: '1' });
    },
  );
  assert.deepEqual(seen, { method: 'POST', agent: 'postbote-test', body: '{"a":1}' });
});

test('forms and multipart bodies arrive as such', async () => {
  await withServer(
    async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.end(
        JSON.stringify({
          type: request.headers['content-type'],
          length: request.headers['content-length'],
          body,
        }),
      );
    },
    async (url) => {
      const shape = z.object({ type: z.string(), length: z.string(), body: z.string() });
      const form = readAnswer(await callWith()({ method: 'POST', url, form: { a: 'b c' } }), shape);
      assert.equal(form.type, 'application/x-www-form-urlencoded');
      assert.equal(form.body, 'a=b+c');
      const body = new FormData();
      body.set('segment_index', '3');
      body.set('media', new Blob(['xyz']), 'chunk');
      const multipart = readAnswer(await callWith()({ method: 'POST', url, body }), shape);
      assert.match(multipart.type, /^multipart\/form-data; boundary=/);
      assert.match(multipart.body, /name="segment_index"\r\n\r\n3\r\n/);
      assert.match(multipart.body, /filename="chunk"[\s\S]*xyz/);
    },
  );
});

test('a stream of known length is sent with that length, one of unknown length chunked', async () => {
  await withServer(
    async (request, response) => {
      let size = 0;
      for await (const chunk of request) size += chunk.length;
      const { 'content-length': length = null, 'transfer-encoding': coding = null } = request.headers;
      response.end(JSON.stringify({ size, length, coding }));
    },
    async (url) => {
      const stream = () => new Blob([new Uint8Array(300_000)]).stream();
      const known = await callWith()({ method: 'POST', url, body: stream(), length: 300_000 });
      assert.deepEqual(known.json, { size: 300_000, length: '300000', coding: null });
      const unknown = await callWith()({ method: 'POST', url, body: stream() });
      assert.deepEqual(unknown.json, { size: 300_000, length: null, coding: 'chunked' });
    },
  );
});

test('204 without a body is an answer', async () => {
  const answer = await withServer(
    (_, response) => response.writeHead(204).end(),
    (url) => callWith()({ method: 'POST', url }),
  );
  assert.deepEqual([answer.status, answer.json, answer.text], [204, null, '']);
});

test('without a table the status decides', async () => {
  const expected = {
    400: 'platform_rejected',
    401: 'platform_auth',
    403: 'platform_permission',
    404: 'platform_rejected',
    408: 'platform_unavailable',
    409: 'platform_rejected',
    429: 'platform_rate_limited',
    500: 'platform_unavailable',
    503: 'platform_unavailable',
  };
  await withServer(
    (request, response) => response.writeHead(Number(request.url?.slice(1))).end(),
    async (url) => {
      for (const [status, code] of Object.entries(expected)) {
        const error = await failure(callWith()(get(`${url}${status}`)));
        assert.equal(error.code, code, status);
        assert.equal(error.refreshable, status === '401');
      }
    },
  );
});

test('Retry-After comes in seconds or as a date', () => {
  const at = (headers: Record<string, string>) => retryAfterSeconds(new Headers(headers));
  assert.equal(at({ 'retry-after': '120' }), 120);
  const date = 'Sun, 15 Nov 2026 12:00:00 GMT';
  assert.equal(at({ 'retry-after': 'Sun, 15 Nov 2026 12:01:30 GMT', date }), 90);
  assert.equal(at({ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT', date }), 1);
  assert.equal(at({ 'retry-after': '99999999' }), 86_400);
  assert.equal(at({ 'retry-after': 'soon' }), undefined);
  assert.equal(at({}), undefined);
});

test('the platform’s words are kept without secrets', async () => {
  const error = await withServer(
    (request, response) => {
      response
        .writeHead(400)
        .end(`no: ${request.headers.authorization} at ${request.url} ${'y'.repeat(900)}`);
    },
    (url) =>
      failure(
        callWith()(get(`${url}?access_token=short-one`, { headers: { authorization: 'Bearer abc!def' } })),
      ),
  );
  assert.match(error.raw ?? '', /^400 no: Bearer \[removed\] at /);
  assert.doesNotMatch(error.raw ?? '', /short-one|abc!def/);
  assert.equal(error.raw?.length, 500);
});

test('token-like words are removed from any answer', () => {
  const words = (text: string) => answerWords({ status: 400, headers: new Headers(), json: null, text });
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(20)}.${'b'.repeat(20)}`;
  for (const secret of [jwt, `IGAA${'x1'.repeat(30)}`, 'abcd-efgh-ijkl-mnop']) {
    assert.equal(words(`bad ${secret} given`), '400 bad [removed] given');
  }
  assert.equal(words('{"refresh_token":"tiny"}'), '400 {"refresh_token":"[removed]"}');
  assert.equal(words('at ?access_token=tiny&x=1'), '400 at ?access_token=[removed]&x=1');
  assert.equal(
    words('Error validating access token: Session has expired'),
    '400 Error validating access token: Session has expired',
  );
  assert.equal(words('Text is too long (301)'), '400 Text is too long (301)');
});

test('a file that breaks off while it is passed on is the file’s fault', async () => {
  let cancelled = false;
  const breaking = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(10));
      controller.error(new PostboteError('media_unreachable'));
    },
  });
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setTimeout(5);
      controller.enqueue(new Uint8Array(10));
    },
    cancel() {
      cancelled = true;
    },
  });
  await withServer(
    (request) => request.resume(),
    async (url) => {
      const error = await failure(callWith()({ method: 'POST', url, body: breaking, length: 100 }));
      assert.equal(error.code, 'media_unreachable');
      await failure(callWith()({ method: 'POST', url, body: endless, timeoutSeconds: 0.05 }));
    },
  );
  assert.ok(cancelled, 'the source is closed when the call ends');
});
