import type { IncomingMessage } from 'node:http';
import type { Answer } from './platform.ts';

/** A file for a player: whole, or the one range it asks for. */
export function rangeAnswer(
  request: IncomingMessage,
  bytes: Uint8Array,
  headers: Record<string, string>,
): Answer {
  const range = readRange(request.headers.range, bytes.length);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } };
  }
  const common = { ...headers, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' };
  if (range === null) return { status: 200, headers: common, body: bytes };
  const { start, end } = range;
  return {
    status: 206,
    headers: { ...common, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
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
