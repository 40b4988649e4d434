import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PostboteError } from '../errors.ts';
import { createGuardedFetch, type GuardedFetch, type GuardOptions } from './address-guard.ts';

/** A real server for one test; the answer is its origin. */
export async function serve(t: TestContext, handler: RequestListener, address = '127.0.0.1', port = 0) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${address}:${(server.address() as AddressInfo).port}`;
}

/** Reaches the test's own servers and nothing else that is private. */
export function localFetch(timeouts: GuardOptions['timeouts'] = {}): GuardedFetch {
  return createGuardedFetch({ allowPrivate: ['127.0.0.1/32'], trustedPrefixes: [], timeouts });
}

export async function throwsReason(run: Promise<unknown> | (() => unknown), code: string, reason: string) {
  const isIt = (error: unknown) => {
    assert.ok(error instanceof PostboteError, `not ours: ${error}`);
    assert.deepEqual({ code: error.code, reason: error.facts.reason }, { code, reason });
    assert.doesNotMatch(JSON.stringify(error.facts), /secret|\?/, 'facts must not carry the query');
    return true;
  };
  if (typeof run === 'function') assert.throws(run, isIt);
  else await assert.rejects(run, isIt);
}

export function pngBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length, 7);
  Buffer.from('89504e470d0a1a0a0000000d4948445200000140000000f0', 'hex').copy(bytes);
  return bytes;
}

export function mp4Bytes(length: number): Buffer {
  // A pattern that names its own position, so that a slice from the wrong place is noticed.
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32BE(at, at);
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex').copy(bytes);
  return bytes;
}

/** Serves blocks one by one, as fast as they are taken and no faster, without ever holding them all. */
export function serveBlocks(blocks: () => Iterable<Uint8Array>, length?: number): RequestListener {
  return (_request, response) => {
    if (length !== undefined) response.setHeader('content-length', length);
    // A reader who hangs up is part of the tests, so the error of a broken pipe is expected.
    pipeline(Readable.from(blocks(), { highWaterMark: 1 }), response, () => response.destroy());
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes somebody still refers to; what merely waits for the collector does not count. */
export function heldBytes(): number {
  // The second time waits for the threads that still free what the first one found.
  collectGarbage();
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}
