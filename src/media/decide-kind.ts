import { PostboteError } from '../errors.ts';
import type { GuardedFetch } from './address-guard.ts';
import { readBody, withinTime } from './media-body.ts';
import { kindByExtension, kindOfType, type MediaKind, sniffType } from './media-kind.ts';

const probeBytes = 4096;
const probeMs = 5000;

/** Throws only what stays wrong however often one asks; a server that does not answer leaves it `unknown`. */
export async function decideKind(fetch: GuardedFetch, url: string): Promise<MediaKind | 'unknown'> {
  fetch.check(url);
  const known = kindByExtension(url);
  if (known) return known;
  try {
    const type = await probeType(fetch, url);
    return type ? kindOfType(type) : 'unknown';
  } catch (error) {
    if (error instanceof PostboteError && error.code === 'media_unreachable') return 'unknown';
    throw error;
  }
}

async function probeType(fetch: GuardedFetch, url: string): Promise<string | null> {
  const { host } = new URL(url);
  return withinTime(probeMs, host, async (signal) => {
    const response = await fetch(url, { headers: { range: `bytes=0-${probeBytes - 1}` }, signal });
    const body = readBody(response, { host, length: null, maxBytes: Number.POSITIVE_INFINITY, signal });
    try {
      return response.ok ? await sniffBody(body.read) : null;
    } finally {
      await body.close();
    }
  });
}

async function sniffBody(read: () => Promise<Uint8Array | null>): Promise<string | null> {
  let head = new Uint8Array();
  while (head.byteLength < probeBytes) {
    const chunk = await read();
    if (chunk === null) break;
    head = Buffer.concat([head, chunk.subarray(0, probeBytes)]);
    const type = sniffType(head);
    if (type) return type;
  }
  return null;
}
