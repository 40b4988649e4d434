import type { Call } from '../platform.ts';
import { badRequest } from './google-error.ts';
import type { Session } from './session.ts';

/** Chunks come in multiples of this, and only as much is kept of a broken one. */
export const quantum = 256 * 1024;

export type Kind = 'session' | 'chunk' | 'finish';

export interface Range {
  readonly start: number;
  readonly end: number;
  readonly total: number | null;
}

/** A question about the session, a part of the file, or the part that completes it. */
export function kindOf(call: Call): Kind {
  const given = call.request.headers['content-range'];
  if (given?.startsWith('bytes */')) return 'session';
  const range = readRange(call);
  return range === null || range.total === null || range.end + 1 < range.total ? 'chunk' : 'finish';
}

export function checkRange(session: Session, { start, end, total }: Range): void {
  const size = end - start + 1;
  if (session.total !== null && total !== null && total !== session.total) {
    badRequest('badRequest', `The total of ${total} bytes differs from the announced ${session.total}.`);
  }
  if (start > session.received) {
    badRequest(
      'badRequest',
      `Invalid request. According to the Content-Range header, the upload offset is ${start} byte(s), which exceeds already uploaded size of ${session.received} byte(s).`,
    );
  }
  if (start < session.received) {
    badRequest('badRequest', `Invalid request. ${session.received} byte(s) have been received already.`);
  }
  if ((total === null || end + 1 < total) && size % quantum !== 0) {
    badRequest(
      'badRequest',
      `Invalid request. The number of bytes uploaded is required to be equal or greater than ${quantum}, except for the final request (it's recommended to be the exact multiple of ${quantum}). The received request contained ${size} bytes, which does not meet this requirement.`,
    );
  }
}

/** Without the header the body is the whole file. */
export function readRange(call: Call): Range | null {
  const given = call.request.headers['content-range'];
  if (given === undefined) {
    const length = Number(call.request.headers['content-length'] ?? Number.NaN);
    return Number.isInteger(length) && length > 0 ? { start: 0, end: length - 1, total: length } : null;
  }
  const [, start, end, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(given) ?? [];
  if (start === undefined || end === undefined || Number(end) < Number(start)) return null;
  return { start: Number(start), end: Number(end), total: total === '*' ? null : Number(total) };
}
