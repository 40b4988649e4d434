import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { filePath } from '../files/file-address.ts';
import { servedFile } from '../files/served-file.ts';
import { readRange } from './read-range.ts';
import { sendJsonObject, sendMethodNotAllowed, sendNotFound } from './send-json.ts';

/**
 * Public, because the platforms fetch from here; whoever does not know the token finds nothing. Whatever the bytes
 * are, a browser may show them as this type only, without scripts and without an origin.
 */
const headers = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
};

/** False: not one of these addresses. */
export function answerMediaFile(app: App, req: IncomingMessage, res: ServerResponse, path: string): boolean {
  if (!path.startsWith('/media/')) return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') sendMethodNotAllowed(res, 'GET, HEAD');
  else {
    send(app, req, res, path).catch((error) => {
      app.log.warn({ err: error }, 'a file could not be sent');
      if (res.headersSent) res.destroy();
      else sendJsonObject(res, 503, { error: 'unavailable', error_description: 'Please try again.' });
    });
  }
  return true;
}

async function send(app: App, req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  const [, token = '', name = ''] = filePath.exec(path) ?? [];
  const file = token === '' ? null : await servedFile(app, token, name);
  if (file === null) return sendNotFound(res);
  const { key, type, size, tag } = file;
  if (req.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) {
    res.writeHead(304, { ...headers, ETag: tag }).end();
    return;
  }
  const ifRange = req.headers['if-range'];
  const range = readRange(ifRange === undefined || ifRange === tag ? req.headers.range : undefined, size);
  if (range === 'unsatisfiable') {
    res.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size };
  const stream = req.method === 'HEAD' ? null : await app.storage.read(key, start, end);
  if (req.method === 'GET' && stream === null) return sendNotFound(res);
  res.writeHead(range === null ? 200 : 206, {
    ...headers,
    'Content-Type': type,
    'Content-Length': end - start,
    'Content-Disposition': `inline; filename="${file.name}"`,
    ETag: tag,
    ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
  });
  if (stream === null) res.end();
  else await pour(stream, res);
}

/** Piece by piece, as fast as it is taken; a reader who hangs up ends it. */
async function pour(stream: ReadableStream<Uint8Array>, res: ServerResponse): Promise<void> {
  const reader = stream.getReader();
  const gone = new Promise<void>((resolve) => res.once('close', resolve));
  try {
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) break;
      if (res.destroyed) return;
      if (!res.write(value)) {
        await Promise.race([new Promise<void>((resolve) => res.once('drain', resolve)), gone]);
      }
    }
    res.end();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
