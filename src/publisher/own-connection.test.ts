import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { PostboteError } from '../errors.ts';
import { createCall } from '../platforms/http.ts';
import { onOwnConnection } from './own-connection.ts';

// keeps: once.stopped
test('each request has a connection of its own, and is not sent when the right to send ended while connecting', async (t) => {
  const sockets = new Set<unknown>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    sockets.add(request.socket);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/post`;
  let isMine = true;
  const call = createCall({
    fetch: onOwnConnection(fetch, () => isMine),
    remainingMs: () => 5_000,
    signal: new AbortController().signal,
    userAgent: 'test',
  });
  for (let times = 0; times < 3; times += 1) {
    assert.deepEqual((await call({ method: 'POST', url, json: { n: times } })).json, { id: 1 });
  }
  assert.equal(sockets.size, 3);

  isMine = false;
  const error = await call({ method: 'POST', url, json: {} }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof PostboteError);
  assert.deepEqual([error.code, error.outcome], ['platform_unreachable', 'refused']);
  assert.equal(requests, 3);
});
