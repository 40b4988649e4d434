import { type Answer, type Call, Refusal } from '../platform.ts';
import { chunksOf, createDigester, type Digest } from '../request-body.ts';

/** rupload.facebook.com speaks a language of its own. */
export function uploadProblem(status: number, type: string, message: string): Answer {
  return { status, body: { debug_info: { retriable: type !== 'ProcessingFailedError', type, message } } };
}

export interface Arrived {
  readonly offset: number;
  /** Bytes of this request. */
  readonly received: number;
  readonly fileSize: number;
  readonly digest: Digest;
}

/**
 * Raw bytes from the header `offset` on. What arrived before a break counts and is handed to `keep`: the sender
 * asks for it and goes on from there. Returns once the file is whole.
 */
export async function receiveBytes(
  call: Call,
  already: number,
  maxBytes: number,
  keep: (arrived: Arrived) => void,
): Promise<Arrived> {
  const { headers } = call.request;
  const offset = Number(headers.offset ?? Number.NaN);
  const fileSize = Number(headers.file_size ?? Number.NaN);
  if (!Number.isInteger(fileSize) || fileSize < 1 || fileSize > maxBytes) {
    throw refusal('PartialRequestError', 'The header file_size is missing or out of range');
  }
  if (offset !== already) {
    throw refusal('OffsetInvalidError', `Request starting offset is invalid. Expected ${already}`);
  }
  const digester = createDigester(fileSize - offset);
  let received = 0;
  let arrived: Arrived;
  try {
    for await (const chunk of chunksOf(call.request)) {
      digester.write(chunk);
      received += chunk.length;
    }
  } finally {
    arrived = { offset, received, fileSize, digest: digester.end() };
    keep(arrived);
  }
  if (offset + received < fileSize) {
    throw refusal('PartialRequestError', 'Partial request (did not match length of file)');
  }
  return arrived;
}

const refusal = (type: string, message: string) => new Refusal(uploadProblem(400, type, message));
