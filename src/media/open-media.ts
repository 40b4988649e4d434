import type { Media, MediaFacts, OpenMedia } from '../platforms/publishing.ts';
import type { GuardedFetch } from './address-guard.ts';
import { imageSize } from './image-size.ts';
import { contentLength, type MediaBody, readBody, withinTime } from './media-body.ts';
import { createIdentityCheck, identityOf, type MediaIdentity } from './media-identity.ts';
import { kindOfType, type MediaKind, sniffType } from './media-kind.ts';
import { mediaRejected, statusTrouble } from './media-trouble.ts';
import { readSlice } from './slice-media.ts';

export interface MediaSource {
  readonly fetch: GuardedFetch;
  readonly url: string;
  readonly kind: MediaKind;
  readonly alt: string;
  readonly maxBytes: number;
  /** How long a server may take until its first 64 KiB are here; afterwards only its pauses are limited. */
  readonly firstBytesMs?: number;
}

const peekBytes = 64 * 1024;

export function createMedia(source: MediaSource): Media {
  const { url, kind, alt } = source;
  // A bad address is reported by whoever opens it, not by building the object.
  const host = URL.parse(url)?.host ?? '';
  const checkIdentity = createIdentityCheck(host);

  async function open(): Promise<OpenMedia> {
    const { body, head, facts } = await openChecked(source, host, checkIdentity);
    return { ...facts, stream: replay(head, body) };
  }

  async function probe(): Promise<MediaFacts> {
    const { body, facts } = await openChecked(source, host, checkIdentity);
    await body.close();
    return facts;
  }

  const slice = (start: number, end: number) => readSlice(source, host, checkIdentity, start, end);

  return { url, kind, alt, open, probe, slice };
}

async function openChecked(source: MediaSource, host: string, checkIdentity: (seen: MediaIdentity) => void) {
  return withinTime(source.firstBytesMs ?? 60_000, host, async (signal) => {
    const response = await source.fetch(source.url, { signal });
    const size = contentLength(response);
    const body = readBody(response, { host, length: size, maxBytes: source.maxBytes, signal });
    try {
      refuseAnswer(response, host, size, source.maxBytes);
      checkIdentity(identityOf(response, size));
      const head = await peek(body);
      return { body, head, facts: factsOf(Buffer.concat(head), source.kind, host, size) };
    } catch (error) {
      await body.close();
      throw error;
    }
  });
}

function refuseAnswer(response: Response, host: string, size: number | null, maxBytes: number): void {
  if (response.status !== 200) throw statusTrouble(response, host);
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw mediaRejected('unsupported_encoding', host);
  if (size !== null && size > maxBytes) throw mediaRejected('too_large', host, { size, maxBytes });
}

async function peek(body: MediaBody): Promise<Uint8Array[]> {
  const head: Uint8Array[] = [];
  for (let count = 0; count < peekBytes; ) {
    const chunk = await body.read();
    if (chunk === null) break;
    head.push(chunk);
    count += chunk.byteLength;
  }
  return head;
}

function factsOf(head: Uint8Array, kind: MediaKind, host: string, size: number | null): MediaFacts {
  const type = sniffType(head);
  if (type === null || kindOfType(type) !== kind) {
    throw mediaRejected('unsupported_type', host, { kind, ...(type ? { type } : {}) });
  }
  const pixels = imageSize(head);
  return { type, size, width: pixels?.width ?? null, height: pixels?.height ?? null };
}

/** The peeked bytes, then the rest, each pulled only when asked for. */
function replay(head: readonly Uint8Array[], body: MediaBody): ReadableStream<Uint8Array> {
  const waiting = [...head];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = waiting.shift() ?? (await body.read());
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
      cancel: () => body.close(),
    },
    { highWaterMark: 0 },
  );
}
