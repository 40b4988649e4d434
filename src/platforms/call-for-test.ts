import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, createServer as createTcpServer } from 'node:net';
import { PostboteError } from '../errors.ts';
import type { CallRequest } from './call.ts';
import { createCall } from './http.ts';

interface Setup {
  /** Counted from now. */
  readonly remainingMs?: number;
  /** The lease is renewed once, by this much, when it is half over. */
  readonly renewedMs?: number;
  readonly signal?: AbortSignal;
}

export function callWith(setup: Setup = {}) {
  const { remainingMs = 5000, renewedMs = 0, signal = new AbortController().signal } = setup;
  let endsAt = performance.now() + remainingMs;
  if (renewedMs > 0) setTimeout(() => (endsAt += renewedMs), remainingMs / 2);
  const left = () => endsAt - performance.now();
  return createCall({ fetch, remainingMs: left, signal, userAgent: 'postbote-test' });
}

export async function withServer<T>(listener: RequestListener, run: (url: string) => Promise<T>): Promise<T> {
  return await withListening(createServer(listener), run);
}

export async function withListening<T>(
  server: Server | ReturnType<typeof createTcpServer>,
  run: (url: string) => T,
) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
}

export async function failure(promise: Promise<unknown>): Promise<PostboteError> {
  const error = await promise.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PostboteError, String(error));
  return error;
}

export const get = (url: string, more: Partial<CallRequest> = {}): CallRequest => ({
  method: 'GET',
  url,
  ...more,
});
