import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
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

/** A server that keeps every byte, and what this process hands to the connections to it, write by write. */
async function startWire(t: TestContext) {
  const seen = { connections: 0, bytes: '', writes: [] as string[] };
  const server = createTcpServer((socket) => {
    seen.connections += 1;
    socket.on('data', (chunk) => {
      seen.bytes += chunk;
      if (seen.bytes.endsWith('}')) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { write } = Socket.prototype;
  t.mock.method(Socket.prototype, 'write', function (this: Socket, ...given: Parameters<typeof write>) {
    if (this.remotePort === port) seen.writes.push(String(given[0]));
    return write.apply(this, given);
  });
  return {
    seen,
    url: `http://127.0.0.1:${port}/post`,
    /** When no connection is left, nothing can arrive any more. */
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

// keeps: once.stopped
test('head and body of what is published leave in one write', async (t) => {
  const wire = await startWire(t);
  const asked: number[] = [];
  const send = onOwnConnection(fetch, () => asked.push(wire.seen.writes.length) > 0);
  const body = JSON.stringify({ text: 'Grüße'.repeat(10_000) });
  const headers = { 'content-type': 'application/json' };
  assert.equal((await send(wire.url, { method: 'POST', headers, body })).status, 204);
  await wire.close();
  assert.deepEqual(asked, [0], 'asked once, before the first byte');
  assert.equal(wire.seen.writes.length, 1);
  assert.ok(wire.seen.writes[0]?.startsWith('POST /post HTTP/1.1\r\n'));
  assert.ok(wire.seen.writes[0]?.endsWith(`\r\n\r\n${body}`));
  assert.equal(wire.seen.bytes, wire.seen.writes[0]);
});

// keeps: once.stopped
test('nothing at all is sent when the right to send ends between connecting and writing', async (t) => {
  const wire = await startWire(t);
  let asked = 0;
  const call = createCall({
    fetch: onOwnConnection(fetch, () => {
      asked += 1;
      return false;
    }),
    remainingMs: () => 5_000,
    signal: new AbortController().signal,
    userAgent: 'test',
  });
  const error = await call({ method: 'POST', url: wire.url, json: { n: 1 } }).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof PostboteError);
  assert.deepEqual([error.code, error.outcome], ['platform_unreachable', 'refused']);
  await wire.close();
  assert.equal(asked, 1, 'the connection stood');
  assert.deepEqual(wire.seen, { connections: 1, bytes: '', writes: [] });
});
