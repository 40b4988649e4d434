import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const maxJsonBytes = 2 * 1024 * 1024;
/** Bodies up to this size are kept so that the feed can show them. */
const keptBytes = 8 * 1024 * 1024;
const headBytes = 256 * 1024;

/** The body itself is at fault; the platform words the answer. */
export class BodyProblem extends Error {
  readonly status: 400 | 413 | 415;
  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** What is left of a body that streamed through. */
export interface Digest {
  readonly size: number;
  readonly sha256: string;
  /** The first 256 KiB: enough to tell the type and a picture's measures. */
  readonly head: Uint8Array;
  readonly bytes: Uint8Array | null;
}

/** Takes a body in piece by piece; memory stays bounded however large it is. */
export function createDigester(maxBytes: number) {
  const hash = createHash('sha256');
  let kept: Uint8Array[] | null = [];
  const head: Uint8Array[] = [];
  let headSize = 0;
  let size = 0;
  return {
    write(chunk: Uint8Array): void {
      size += chunk.length;
      if (size > maxBytes) throw new BodyProblem(413, `more than ${maxBytes} bytes`);
      hash.update(chunk);
      if (headSize < headBytes) {
        head.push(chunk.subarray(0, headBytes - headSize));
        headSize += Math.min(chunk.length, headBytes - headSize);
      }
      if (size <= keptBytes) kept?.push(chunk);
      else kept = null;
    },
    end(): Digest {
      return {
        size,
        sha256: hash.digest('hex'),
        head: Buffer.concat(head),
        bytes: kept === null ? null : Buffer.concat(kept),
      };
    },
  };
}

/** Reads without destroying the connection when the reader stops early, so that a refusal can still be sent. */
export function chunksOf(request: IncomingMessage): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) };
}

/** Nobody reads a body to its end that says beforehand that it is too large. */
export function refuseAnnounced(length: string | null | undefined, maxBytes: number): void {
  if (Number(length ?? 0) > maxBytes) throw new BodyProblem(413, `more than ${maxBytes} bytes`);
}

export async function digestBody(request: IncomingMessage, maxBytes: number): Promise<Digest> {
  refuseAnnounced(request.headers['content-length'], maxBytes);
  const digester = createDigester(maxBytes);
  for await (const chunk of chunksOf(request)) digester.write(chunk);
  return digester.end();
}

/** JSON or a form, as a flat object. An empty body is an empty object. */
export async function readFields(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > maxJsonBytes) throw new BodyProblem(413, 'request entity too large');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') return {};
  if ((request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new BodyProblem(400, 'the body is not valid JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new BodyProblem(400, 'the body must be a JSON object');
  }
  return parsed as Record<string, unknown>;
}
