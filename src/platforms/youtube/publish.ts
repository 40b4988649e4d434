import { PostboteError } from '../../errors.ts';
import type { Found, Media, Published, Publishing } from '../publishing.ts';
import { findVideo } from './find-video.ts';
import { awaitProcessing } from './processing.ts';
import { askSession, openSession, type Session } from './session.ts';
import type { YoutubeSettings } from './settings.ts';
import { setThumbnail } from './thumbnail.ts';
import { sendTail, sendUpToTail } from './upload.ts';

type At = Publishing<YoutubeSettings>;
type Made = { readonly id: string };

/** A session that dies unused is replaced; each one costs one of the project's 100 uploads a day. */
const SESSIONS = 3;
/** The session ended before it had everything: certainly no video came of it, and the next one is tried. */
const UNUSED = 'session_unused';
/** How long the uploads playlist is asked once a session is forgotten. YouTube states no delay. */
const SEARCH_MS = 3 * 60_000;

/** A Short is an ordinary upload: square or upright and at most three minutes, YouTube makes it one by itself. */
export async function publish(at: At): Promise<Published> {
  const [video] = at.post.media;
  if (video?.kind !== 'video') throw new PostboteError('post_invalid', { facts: { platform: 'youtube' } });
  const { cover } = at.post;
  const id = await uploadVideo(at, video);
  const thumbnail = cover && (await at.step.repeat('thumbnail', () => setThumbnail(at, id, cover)));
  await awaitProcessing(at, id);
  if (thumbnail === 'later')
    await at.step.repeat('thumbnail-again', () => setThumbnail(at, id, cover as Media));
  return { id, url: `${at.hosts.web}/watch?v=${id}` };
}

async function uploadVideo(at: At, video: Media): Promise<string> {
  for (let number = 1; number <= SESSIONS; number += 1) {
    const session = await at.step.repeat(`session-${number}`, () => openSession(at, video));
    const isOpen = await at.step.repeat(`bytes-${number}`, () => sendUpToTail(at, video, session));
    if (!isOpen) continue;
    try {
      return (await makePublic(at, video, session, `video-${number}`)).id;
    } catch (error) {
      if (!(error instanceof PostboteError && error.facts.reason === UNUSED)) throw error;
    }
  }
  throw new PostboteError('platform_rejected', {
    facts: { platform: 'youtube', reason: 'session_expired' },
    raw: `${SESSIONS} upload sessions ended before the file was there`,
  });
}

function makePublic(at: At, video: Media, session: Session, key: string): Promise<Made> {
  let isRepeat = false;
  const find = (begunAt: number, lastAt: number) => {
    isRepeat = true;
    return findMade(at, session, { begunAt, lastAt });
  };
  // Absent is proven by the session: bytes are missing. And it makes one video, however often it is completed.
  return at.step.commit(key, { by: 'asking', looks: [2, 10], find, absent: 'repeat' }, () =>
    complete(at, video, session, isRepeat),
  );
}

/** Sends the end of the file from where the session stands, which after a break may be anywhere. */
async function complete(at: At, video: Media, session: Session, isRepeat: boolean): Promise<Made> {
  const before = await askSession(at, session).catch((error) => {
    // Nothing was sent yet: not knowing where to go on is no loss.
    if (!(error instanceof PostboteError) || error.outcome === 'refused') throw error;
    const { facts, raw, retryAfterSeconds } = error;
    throw new PostboteError('platform_not_ready', {
      facts,
      ...(raw && { raw }),
      ...(retryAfterSeconds && { retryAfterSeconds }),
    });
  });
  const after = before.is === 'incomplete' ? await sendTail(at, video, session, before.received) : before;
  if (after.is === 'complete') return { id: after.id };
  // An earlier request may have completed it in the meantime; the first one certainly has not.
  if (after.is === 'gone' && !isRepeat) {
    throw new PostboteError('platform_not_ready', { facts: { platform: 'youtube', reason: UNUSED } });
  }
  throw new PostboteError('platform_unavailable', {
    facts: { platform: 'youtube' },
    raw: `upload session ${after.is}`,
  });
}

async function findMade(
  at: At,
  session: Session,
  { begunAt, lastAt }: { begunAt: number; lastAt: number },
): Promise<Found<Made>> {
  const state = await askSession(at, session);
  if (state.is === 'complete') return { is: 'live', value: { id: state.id } };
  if (state.is === 'incomplete') {
    if (state.received < session.total) return { is: 'absent' };
    throw new PostboteError('platform_not_ready', { facts: { platform: 'youtube' } });
  }
  const id = await findVideo(at, session, begunAt);
  if (id !== null) return { is: 'live', value: { id } };
  const isEarly = at.now() - lastAt < SEARCH_MS;
  throw new PostboteError(isEarly ? 'platform_not_ready' : 'outcome_unknown', {
    facts: { platform: 'youtube', reason: 'session_expired' },
  });
}
