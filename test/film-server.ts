import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';

/** Films of any length that exist nowhere: their bytes are made while they are sent. */
export interface FilmServer {
  /** The address of a film of so many bytes. */
  film(bytes: number): string;
  close(): Promise<void>;
}

const header = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
const block = Buffer.alloc(256 * 1024, 7);

function* film(from: number, to: number): Generator<Uint8Array> {
  for (let at = from; at < to; ) {
    const source = at < header.length ? header.subarray(at) : block;
    const part = source.subarray(0, Math.min(source.length, to - at));
    yield part;
    at += part.length;
  }
}

const serveFilm: RequestListener = (request, response) => {
  const size = Number(/^\/(\d+)\.mp4$/.exec(request.url ?? '')?.[1]);
  if (!Number.isSafeInteger(size)) return void response.writeHead(404).end();
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first ?? 0);
  const to = last ? Math.min(Number(last) + 1, size) : size;
  response.writeHead(first === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': to - from,
    ...(first !== undefined && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  // A reader who hangs up is no error here.
  pipeline(Readable.from(film(from, to), { highWaterMark: 1 }), response, () => response.destroy());
};

export async function startFilmServer(): Promise<FilmServer> {
  const server = createServer(serveFilm);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A test that fails does not close it.
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    film: (bytes) => `${url}/${bytes}.mp4`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
