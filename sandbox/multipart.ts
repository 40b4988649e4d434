import type { IncomingMessage } from 'node:http';
import { BodyProblem, chunksOf, createDigester, type Digest, refuseAnnounced } from './request-body.ts';

const maxFieldBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;

export interface Multipart {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Digest>>;
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly digester: ReturnType<typeof createDigester>;
}

/** Reads multipart/form-data as it arrives: files are digested, never held. `fileNames` counts as files without a filename too. */
export async function readMultipart(
  request: IncomingMessage,
  fileNames: readonly string[],
  maxFileBytes: number,
): Promise<Multipart> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers['content-type'] ?? '');
  if (boundary === null) throw new BodyProblem(400, 'multipart body without a boundary');
  // The form around the file is a matter of a few kilobytes.
  refuseAnnounced(request.headers['content-length'], maxFileBytes + maxFieldBytes);
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  const fields: Record<string, string> = {};
  const files: Record<string, Digest> = {};
  // The first boundary has no line break before it; lending it one lets a single search find them all.
  let rest: Buffer = Buffer.from('\r\n');
  let part: Part | null = null;
  let state = 'body' as 'body' | 'head' | 'end';

  const finish = (done: Part) => {
    const digest = done.digester.end();
    if (done.isFile) files[done.name] = digest;
    else fields[done.name] = Buffer.from(digest.bytes ?? []).toString('utf8');
  };
  /** Works off what can be decided now; false when more bytes are needed. */
  const advance = (): boolean => {
    if (state === 'end') {
      rest = Buffer.alloc(0);
      return false;
    }
    if (state === 'head') {
      if (rest.length >= 2 && rest.subarray(0, 2).toString('latin1') === '--') {
        state = 'end';
        return true;
      }
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0 && rest.length > maxHeaderBytes) throw new BodyProblem(400, 'multipart headers too long');
      if (end < 0) return false;
      part = openPart(rest.subarray(0, end).toString('utf8'), fileNames, maxFileBytes);
      rest = rest.subarray(end + 4);
      state = 'body';
      return true;
    }
    const at = rest.indexOf(delimiter);
    if (at < 0) {
      const safe = Math.max(0, rest.length - delimiter.length);
      part?.digester.write(rest.subarray(0, safe));
      rest = rest.subarray(safe);
      return false;
    }
    if (part !== null) {
      part.digester.write(rest.subarray(0, at));
      finish(part);
    }
    rest = rest.subarray(at + delimiter.length);
    state = 'head';
    return true;
  };

  for await (const chunk of chunksOf(request)) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    while (advance());
  }
  if (state !== 'end') throw new BodyProblem(400, 'multipart body ends too early');
  return { fields, files };
}

function openPart(head: string, fileNames: readonly string[], maxFileBytes: number): Part {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const name = /[;\s]name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new BodyProblem(400, 'multipart part without a name');
  const isFile = fileNames.includes(name) || /filename\*?=/i.test(disposition);
  return { name, isFile, digester: createDigester(isFile ? maxFileBytes : maxFieldBytes) };
}
