import { bodyTrouble, mediaRejected, mediaUnreachable } from './media-trouble.ts';

/** The bytes of one answer, pulled one chunk at a time: nothing is read ahead of the asker. */
export interface MediaBody {
  /** The next bytes, or null at the true end. Throws when the end came too early or far too late. */
  read(): Promise<Uint8Array | null>;
  /** Closes the connection. */
  close(): Promise<void>;
}

interface Expected {
  readonly host: string;
  /** Null when the server does not say; then only the connection can tell a cut from the end. */
  readonly length: number | null;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export function readBody(response: Response, { host, length, maxBytes, signal }: Expected): MediaBody {
  const reader = response.body?.getReader();
  let count = 0;

  async function close(): Promise<void> {
    // A stream that has failed rejects its cancelling with the error its reader was already given.
    await reader?.cancel().catch(() => undefined);
  }

  async function next(): Promise<Uint8Array | null> {
    try {
      return (await reader?.read())?.value ?? null;
    } catch (error) {
      throw signal.aborted ? signal.reason : bodyTrouble(error, host);
    }
  }

  async function read(): Promise<Uint8Array | null> {
    const chunk = await next();
    count += chunk?.byteLength ?? 0;
    if (count > maxBytes) {
      await close();
      throw mediaRejected('too_large', host, { maxBytes });
    }
    if (chunk === null && length !== null && count < length) throw mediaUnreachable('cut_off', host);
    return chunk;
  }

  return { read, close };
}

/** A decimal header; null when it is missing or makes no sense. */
export function contentLength(response: Response): number | null {
  const value = response.headers.get('content-length');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Runs with a signal that gives up after `milliseconds`, and no longer once it is done. */
export async function withinTime<T>(
  milliseconds: number,
  host: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(mediaUnreachable('timeout', host)), milliseconds);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
