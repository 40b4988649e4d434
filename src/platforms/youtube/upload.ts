import { PostboteError } from '../../errors.ts';
import type { Media, Publishing } from '../publishing.ts';
import { askSession, type Session, type SessionState, sendBytes } from './session.ts';
import type { YoutubeSettings } from './settings.ts';

type At = Publishing<YoutubeSettings>;

/** Chunks are multiples of this (guides/using_resumable_upload_protocol). */
const QUANTUM = 256 * 1024;
/** The most that is read at once. */
const CHUNK_BYTES = 8 * 1024 * 1024;

/**
 * Sends the file but for its last block, so that the request that makes the video public stays small. Where a
 * broken upload goes on, the session says. False: the session is over; no video can have come of it.
 */
export async function sendUpToTail(at: At, media: Media, session: Session): Promise<boolean> {
  // Everything fits into the last request.
  if (session.total <= QUANTUM) return true;
  const state = await askSession(at, session);
  const read = session.sliceable ? readSlices(media) : readStream(media);
  try {
    return await sendFrom(at, session, state, read);
  } finally {
    await read.close();
  }
}

async function sendFrom(at: At, session: Session, asked: SessionState, read: Reader): Promise<boolean> {
  let state = asked;
  while (state.is === 'incomplete' && session.total - state.received > QUANTUM) {
    const start = state.received;
    const room = Math.min(CHUNK_BYTES, session.total - 1 - start);
    const end = start + Math.floor(room / QUANTUM) * QUANTUM;
    state = await sendBytes(at, session, await read.bytes(start, end), start);
    if (state.is === 'incomplete' && state.received <= start) {
      throw new PostboteError('platform_unavailable', {
        facts: { platform: 'youtube' },
        raw: `sent ${start} to ${end}, still ${state.received} received`,
      });
    }
  }
  return state.is !== 'gone';
}

/** The rest of the file, which completes the video. */
export async function sendTail(at: At, media: Media, session: Session, start: number): Promise<SessionState> {
  let state: SessionState = { is: 'incomplete', received: start };
  while (state.is === 'incomplete' && state.received < session.total) {
    const from: number = state.received;
    const end = Math.min(session.total, from + CHUNK_BYTES);
    state = await sendBytes(at, session, await media.slice(from, end), from);
    if (state.is === 'incomplete' && state.received <= from) break;
  }
  return state;
}

interface Reader {
  bytes(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

function readSlices(media: Media): Reader {
  return { bytes: (start, end) => media.slice(start, end), close: async () => {} };
}

/** For a server that does not state the size: one pass, skipping what the session already has. */
function readStream(media: Media): Reader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let held: Uint8Array = new Uint8Array();
  let at = 0;
  return {
    async bytes(start, end) {
      reader ??= (await media.open()).stream.getReader();
      const parts: Uint8Array[] = [];
      while (at < end) {
        if (held.byteLength === 0) {
          const { done, value } = await reader.read();
          if (done)
            throw new PostboteError('media_rejected', { facts: { platform: 'youtube', reason: 'changed' } });
          held = value;
        }
        const taken = held.subarray(0, (at < start ? start : end) - at);
        if (at >= start) parts.push(taken);
        at += taken.byteLength;
        held = held.subarray(taken.byteLength);
      }
      return Buffer.concat(parts);
    },
    // A stream that failed is closed already.
    close: async () => await reader?.cancel().catch(() => undefined),
  };
}
