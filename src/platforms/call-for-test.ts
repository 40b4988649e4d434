import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, createServer as createTcpServer } from 'node:net';
import { PostboteError } from '../errors.ts';
import type { CallRequest } from './call.ts';
import { createCall } from './http.ts';

interface Setup {
  readonly remainingMs?: number;
  readonly signal?: AbortSignal;
}

export function callWith({ remainingMs = 5000, signal = new AbortController().signal }: Setup = {}) {
  return createCall({ fetch, remainingMs: () => remainingMs, signal, userAgent: 'postbote-test' });
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
