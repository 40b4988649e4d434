import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Answer } from './platform.ts';
import { rangeAnswer } from './send-bytes.ts';

const folder = join(import.meta.dirname, 'samples');
const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
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

export function serveSample(name: string, request: IncomingMessage): Answer {
  const sample = samples.find((item) => item.name === name);
  if (sample === undefined) return { status: 404, body: { error: `no such sample: ${name}` } };
  const headers = { 'content-type': sample.type, 'cache-control': 'public, max-age=3600' };
  return rangeAnswer(request, readFileSync(join(folder, name)), headers);
}
