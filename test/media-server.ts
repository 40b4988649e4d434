import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Where users keep their pictures: a real server on a loopback address that a test allows or does not. */
export interface MediaServer {
  readonly url: string;
  /** Paths asked for, in order. */
  readonly asked: string[];
  on(path: string, answer: RequestListener): string;
  close(): Promise<void>;
}

export async function startMediaServer(address = '127.0.0.1'): Promise<MediaServer> {
  const answers = new Map<string, RequestListener>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = String(request.url);
    asked.push(path);
    const answer = answers.get(path);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  // A test that fails does not close it.
  server.unref();
  const url = `http://${address}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    on(path, answer) {
      answers.set(path, answer);
      return `${url}${path}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const sampleBytes = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', 'sandbox', 'samples', name));

/** Whole or the part asked for, as any web server would. */
export function serveBytes(bytes: Uint8Array, type = 'application/octet-stream'): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) {
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
      return;
    }
    const end = Math.min(to ? Number(to) : bytes.length - 1, bytes.length - 1);
    const part = bytes.subarray(Number(from), end + 1);
    const range = `bytes ${from}-${end}/${bytes.length}`;
    response
      .writeHead(206, { 'content-type': type, 'content-length': part.length, 'content-range': range })
      .end(part);
  };
}
