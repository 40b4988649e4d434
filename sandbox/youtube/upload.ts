import { findAccount, randomWord } from '../accounts.ts';
import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import type { Answer, Call } from '../platform.ts';
import { chunksOf, createDigester } from '../request-body.ts';
import type { Account } from '../store.ts';
import { badRequest, sessionGone } from './google-error.ts';
import { checkRange, quantum, type Range, readRange } from './range.ts';
import { findSession, type Session, saveSession } from './session.ts';
import { youtube } from './tokens.ts';
import { findVideo, processingSeconds, saveVideo, videoResource } from './video.ts';

/** PUT to the session's address, with `Content-Range: bytes *\/total`. The address alone authorises. */
export function askSession(call: Call): Answer {
  const session = findSession(call);
  if (session === null) return sessionGone;
  return session.videoId === null ? incomplete(call, session.received) : complete(call, session, 200);
}

/** PUT to the session's address with bytes. */
export async function uploadBytes(call: Call): Promise<Answer> {
  const session = findSession(call);
  if (session === null) return sessionGone;
  if (session.videoId !== null) return complete(call, session, 200);
  const range = readRange(call);
  if (range === null) return badRequest('badRequest', 'Failed to parse Content-Range header.');
  checkRange(session, range);
  const length = range.end - range.start + 1;
  const digester = createDigester(length);
  let size = 0;
  try {
    for await (const chunk of chunksOf(call.request)) {
      digester.write(chunk);
      size += chunk.length;
    }
  } finally {
    // What arrived before a break counts, in whole blocks: the sender asks and goes on from there.
    if (size < length) keep(call, session, range, Math.floor(size / quantum) * quantum, null);
  }
  if (size < length) return badRequest('badRequest', 'The body is shorter than its Content-Range.');
  const digest = digester.end();
  keepFilm(
    call.world.store,
    { platform: youtube, film: session.id, position: range.start, total: range.total ?? session.total ?? 0 },
    digest,
  );
  const type = range.start === 0 ? sniffType(digest.head) : session.type;
  if (range.total === null || range.end + 1 < range.total) {
    return incomplete(call, keep(call, session, range, size, type).received);
  }
  return finish(call, { ...session, type, total: range.total });
}

function keep(call: Call, session: Session, range: Range, size: number, type: string | null): Session {
  const kept = {
    ...session,
    total: range.total ?? session.total,
    received: range.start + size,
    type: type ?? session.type,
  };
  saveSession(call.world, kept);
  return kept;
}

/** However many requests complete a session, it makes one video. */
function finish(call: Call, session: Session): Answer {
  const { world } = call;
  return world.store.transaction(() => {
    const made = findSession(call);
    if (made?.videoId) return complete(call, made, 200);
    const { account, metadata, fileName } = session;
    const slower = call.takeFault('slow_processing', account)?.seconds ?? 0;
    const isRejected = call.takeFault('rejected_media', account) !== null;
    const size = session.total ?? 0;
    const id = randomWord(8);
    saveVideo(world, {
      account,
      id,
      metadata,
      fileName,
      size,
      publishedAt: world.now(),
      uploaded: world.moment(),
      seconds: processingSeconds + slower,
      failureReason: isRejected ? 'conversion' : session.type?.startsWith('video/') ? null : 'invalidFile',
      thumbnail: null,
      film: session.id,
    });
    const done = { ...session, received: size, videoId: id };
    saveSession(world, done);
    return complete(call, done, 201);
  });
}

function complete(call: Call, session: Session, status: 200 | 201): Answer {
  const video = findVideo(call.world, session.videoId ?? '');
  const owner = findAccount(call.world.store, youtube, session.account) as Account;
  if (video === null) return sessionGone;
  return { status, body: videoResource(call.world, video, owner, session.parts) };
}

/** 308 Resume Incomplete; clients that take it for a redirect may ask for 200 and a header instead. */
function incomplete(call: Call, received: number): Answer {
  const range: Record<string, string> = received > 0 ? { range: `bytes=0-${received - 1}` } : {};
  if (String(call.request.headers['x-guploader-no-308']).toLowerCase() === 'yes') {
    return { status: 200, body: '', headers: { ...range, 'x-http-status-code-override': '308' } };
  }
  return { status: 308, body: '', headers: range };
}
