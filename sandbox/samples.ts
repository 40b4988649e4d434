import { createReadStream, readdirSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sendAnswer } from './send-answer.ts';

const folder = join(import.meta.dirname, 'samples');
const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  /** For posts that link to a page. */
  html: 'text/html; charset=utf-8',
};

export interface Sample {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** The folder is read once: a name that is not in this list is never opened. */
const samples: readonly Sample[] = readdirSync(folder)
  .map((name) => ({
    name,
    type: types[name.split('.').at(-1) ?? ''] ?? '',
    size: statSync(join(folder, name)).size,
  }))
  .filter((sample) => sample.type !== '');

export function listSamples(home: string): (Sample & { url: string })[] {
  const media = samples.filter(({ type }) => !type.startsWith('text/'));
  return media.map((sample) => ({ ...sample, url: `${home}/media/${sample.name}` }));
}

export function serveSample(name: string, request: IncomingMessage, response: ServerResponse): void {
  const sample = samples.find((item) => item.name === name);
  if (sample === undefined) {
    sendAnswer(request, response, { status: 404, body: { error: `no such sample: ${name}` } });
    return;
  }
  const range = readRange(request.headers.range, sample.size);
  if (range === 'unsatisfiable') {
    sendAnswer(request, response, { status: 416, headers: { 'content-range': `bytes */${sample.size}` } });
    return;
  }
  const { start, end } = range ?? { start: 0, end: sample.size - 1 };
  response.writeHead(range === null ? 200 : 206, {
    'content-type': sample.type,
    'content-length': String(end - start + 1),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${sample.size}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  createReadStream(join(folder, sample.name), { start, end })
    .on('error', () => response.destroy())
    .pipe(response);
}

/** One range, as players and uploaders send it; anything fancier gets the whole file, which HTTP allows. */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  const last = match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' ? size - 1 : last;
  return start > end ? 'unsatisfiable' : { start, end };
}
