import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { readAnswer } from '../http.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { bearer } from './api.ts';
import { finishError, youtubeError } from './errors.ts';
import { image, video as videoLimits } from './limits.ts';
import { videoMetadata } from './metadata.ts';
import type { YoutubeSettings } from './settings.ts';

type At = Publishing<YoutubeSettings>;

/** The session's address is the handle: stored before any byte goes out, and good for one video at most. */
export interface Session {
  readonly uri: string;
  readonly total: number;
  readonly type: string;
  /** Unique, so that the video can be told from its neighbours should the session be forgotten. */
  readonly fileName: string;
  /** False where the file's server does not state the size and slices would be costly. */
  readonly sliceable: boolean;
}

export type SessionState =
  | { readonly is: 'complete'; readonly id: string }
  | { readonly is: 'incomplete'; readonly received: number }
  | { readonly is: 'gone' };

/** Checks the files, then opens a resumable upload (guides/using_resumable_upload_protocol). */
export async function openSession(at: At, media: Media): Promise<Session> {
  const facts = await media.probe();
  requireFit('youtube', facts, videoLimits);
  if (at.post.cover) requireFit('youtube', await at.post.cover.probe(), image);
  const total = facts.size ?? (await measure('youtube', media, videoLimits.maxBytes));
  const fileName = `postbote-${randomUUID()}`;
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: 'snippet,status',
    ...(!at.post.settings.notify_subscribers && { notifySubscribers: 'false' }),
  });
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/upload/youtube/v3/videos?${query}`,
    headers: {
      ...bearer(at),
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(total),
      'x-upload-content-type': facts.type,
      slug: fileName,
    },
    json: videoMetadata(at.post),
    classify: youtubeError,
  });
  const uri = sessionAddress(at, answer);
  return { uri, total, type: facts.type, fileName, sliceable: facts.size !== null };
}

/** Bytes and token go to the address we called, or to another one of Google's. */
function sessionAddress(at: At, { headers }: CallAnswer): string {
  const uri = URL.parse(headers.get('location') ?? '', at.hosts.api);
  const isOurs = uri?.origin === new URL(at.hosts.api ?? '').origin;
  const isGoogles = uri?.protocol === 'https:' && uri.hostname.endsWith('.googleapis.com');
  if (uri && (isOurs || isGoogles)) return uri.href;
  throw new PostboteError('platform_unavailable', {
    facts: { platform: 'youtube' },
    raw: 'no session address',
  });
}

class SessionGone extends Error {}

/** The session is asked with an empty body and no place: how much is here, or which video it became. */
export function askSession(at: At, session: Session): Promise<SessionState> {
  return put(at, session, new Uint8Array(), `bytes */${session.total}`, youtubeError);
}

export function sendBytes(at: At, session: Session, bytes: Uint8Array, start: number): Promise<SessionState> {
  const range = `bytes ${start}-${start + bytes.byteLength - 1}/${session.total}`;
  return put(at, session, bytes, range, finishError);
}

async function put(
  at: At,
  session: Session,
  body: Uint8Array,
  range: string,
  classify: (answer: CallAnswer) => PostboteError,
): Promise<SessionState> {
  try {
    const answer = await at.call({
      method: 'PUT',
      url: session.uri,
      headers: {
        ...bearer(at),
        'content-type': session.type,
        'content-range': range,
        // "Incomplete" is 308, which any HTTP client takes for a redirect. Google's own Go client asks this
        // way for 200 and a header instead (google-api-go-client, internal/gensupport/resumable.go).
        'x-guploader-no-308': 'yes',
      },
      body,
      classify: (refusal) =>
        refusal.status === 404 || refusal.status === 410 ? new SessionGone() : classify(refusal),
      timeoutSeconds: 300,
    });
    return stateOf(answer);
  } catch (error) {
    if (error instanceof SessionGone) return { is: 'gone' };
    throw error;
  }
}

const createdVideo = z.object({ id: z.string().min(1) });

function stateOf(answer: CallAnswer): SessionState {
  if (answer.headers.get('x-http-status-code-override') !== '308') {
    return { is: 'complete', id: readAnswer(answer, createdVideo).id };
  }
  const range = answer.headers.get('range');
  if (range === null) return { is: 'incomplete', received: 0 };
  const last = /^bytes=0-(\d{1,15})$/.exec(range)?.[1];
  if (last !== undefined) return { is: 'incomplete', received: Number(last) + 1 };
  throw new PostboteError('platform_unavailable', { facts: { platform: 'youtube' }, raw: `range ${range}` });
}
