import { contentLength, type MediaBody, readBody, withinTime } from './media-body.ts';
import { identityOf, type MediaIdentity } from './media-identity.ts';
import { mediaRejected, mediaUnreachable, statusTrouble } from './media-trouble.ts';
import type { MediaSource } from './open-media.ts';

const maxSliceBytes = 8 * 1024 * 1024;
/** Long, because a server without ranges makes us read the whole file up to the slice. */
const sliceMs = 10 * 60_000;

/** Exactly the bytes `[start, end)` of the file first met, or an error. */
export async function readSlice(
  source: MediaSource,
  host: string,
  checkIdentity: (seen: MediaIdentity) => void,
  start: number,
  end: number,
): Promise<Uint8Array> {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`no slice: ${start} to ${end}`);
  }
  if (end - start > maxSliceBytes) throw new RangeError('a slice is at most 8 MiB');
  if (end > source.maxBytes) throw mediaRejected('too_large', host, { maxBytes: source.maxBytes });
  if (start === end) return new Uint8Array();

  return withinTime(sliceMs, host, async (signal) => {
    const range = `bytes=${start}-${end - 1}`;
    const response = await source.fetch(source.url, { headers: { range }, signal });
    const body = readBody(response, {
      host,
      length: contentLength(response),
      // Counts what is skipped below as well: all of it is the file.
      maxBytes: source.maxBytes,
      signal,
    });
    try {
      const answer = describeAnswer(response, host);
      checkIdentity(identityOf(response, answer.total));
      if (answer.status === 416) throw mediaRejected('out_of_range', host);
      if (answer.total !== null && answer.total > source.maxBytes) {
        throw mediaRejected('too_large', host, { size: answer.total, maxBytes: source.maxBytes });
      }
      if (answer.total !== null && end > answer.total) throw mediaRejected('out_of_range', host);
      if (answer.first > start || (answer.last !== null && answer.last < end - 1)) {
        throw mediaUnreachable('wrong_range', host);
      }
      // A range that promised these bytes was cut; a file of unknown length is simply shorter.
      const ended = () =>
        answer.status === 206 ? mediaUnreachable('cut_off', host) : mediaRejected('out_of_range', host);
      return await readExactly(body, start - answer.first, end - start, ended);
    } finally {
      await body.close();
    }
  });
}

interface Answer {
  readonly status: 200 | 206 | 416;
  /** Position in the file of the first byte of this answer, and of its last one if stated. */
  readonly first: number;
  readonly last: number | null;
  readonly total: number | null;
}

function describeAnswer(response: Response, host: string): Answer {
  const { status } = response;
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (response.ok && encoding !== 'identity') throw mediaRejected('unsupported_encoding', host);
  if (status === 200) return { status, first: 0, last: null, total: contentLength(response) };

  const written = response.headers.get('content-range') ?? '';
  const [, first, last, total] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/i.exec(written) ?? [];
  const size = total === undefined || total === '*' ? null : Number(total);
  if (status === 416) return { status, first: 0, last: null, total: size };
  if (status !== 206) throw statusTrouble(response, host);
  if (first === undefined || last === undefined) throw mediaUnreachable('wrong_range', host);
  return { status, first: Number(first), last: Number(last), total: size };
}

/** Skips without keeping, then fills one buffer of the asked length. */
async function readExactly(
  body: MediaBody,
  skip: number,
  length: number,
  ended: () => Error,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let position = -skip;
  while (position < length) {
    const chunk = await body.read();
    if (chunk === null) throw ended();
    const wanted = chunk.subarray(Math.max(0, -position), Math.max(0, length - position));
    if (wanted.byteLength > 0) bytes.set(wanted, Math.max(0, position));
    position += chunk.byteLength;
  }
  return bytes;
}
