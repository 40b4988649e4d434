import { PostboteError } from '../errors.ts';
import type { LinkedPage } from '../platforms/publishing.ts';
import type { GuardedFetch } from './address-guard.ts';
import { contentLength, readBody, withinTime } from './media-body.ts';
import { createMedia } from './open-media.ts';
import { pageFacts } from './page-facts.ts';

/** The facts stand in the head of a page; what is longer has none of interest further down. */
const maxPageBytes = 512 * 1024;
const pageMs = 6_000;
const imageMs = 6_000;
/** The largest that a platform takes beside a link. */
const maxImageBytes = 1_000_000;

/** Null for anything that is no readable web page: a post never waits or fails for the page it links to. */
export async function readPage(fetch: GuardedFetch, url: string): Promise<LinkedPage | null> {
  const host = URL.parse(url)?.host ?? '';
  try {
    return await withinTime(pageMs, host, async (signal) => {
      const response = await fetch(url, { signal, headers: { accept: 'text/html,application/xhtml+xml' } });
      const body = readBody(response, { host, length: null, maxBytes: Number.POSITIVE_INFINITY, signal });
      const type = response.headers.get('content-type') ?? '';
      try {
        if (response.status !== 200 || !/\b(text\/html|xhtml)\b/i.test(type)) return null;
        if ((response.headers.get('content-encoding') ?? 'identity') !== 'identity') return null;
        const length = contentLength(response) ?? maxPageBytes;
        const bytes = await readUpTo(body, Math.min(length, maxPageBytes));
        const { title, description, image } = pageFacts(decode(bytes, type), url);
        if (title === '') return null;
        return { title, description, image: image === null ? null : openImage(fetch, image) };
      } finally {
        await body.close();
      }
    });
  } catch (error) {
    // A name that does not exist, a private address, a server that hangs: all of them mean that there is nothing to show.
    if (error instanceof PostboteError) return null;
    throw error;
  }
}

const openImage = (fetch: GuardedFetch, url: string) =>
  createMedia({ fetch, url, kind: 'image', alt: '', maxBytes: maxImageBytes, firstBytesMs: imageMs });

async function readUpTo(body: { read(): Promise<Uint8Array | null> }, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < max; ) {
    const chunk = await body.read();
    if (chunk === null) break;
    size += chunk.byteLength;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).subarray(0, max);
}

/** As the header says, else as the page says of itself, else UTF-8. */
function decode(bytes: Uint8Array, type: string): string {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const label =
    /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type) ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(start);
  try {
    return new TextDecoder(label?.[1] ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
