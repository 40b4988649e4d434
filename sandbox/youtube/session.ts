import { randomWord } from '../accounts.ts';
import { findObject, putObject } from '../objects.ts';
import type { Answer, Call } from '../platform.ts';
import type { Moment, World } from '../world.ts';
import { badRequest, missingParameter, refuse } from './google-error.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { chargeUpload } from './quotas.ts';
import { requireAccount, youtube } from './tokens.ts';
import { has } from './traits.ts';

/** Google's upload sessions live a week; YouTube itself names no figure. */
const sessionSeconds = 7 * 86_400;
const maxBytes = 274_877_906_944;
const knownParts = ['snippet', 'status', 'localizations', 'recordingDetails', 'contentDetails', 'id'];

export interface Session {
  readonly account: string;
  readonly id: string;
  readonly parts: readonly string[];
  readonly metadata: Metadata;
  readonly fileName: string;
  /** Announced length; null until a chunk names it. */
  readonly total: number | null;
  readonly received: number;
  /** Sniffed from the first bytes. */
  readonly type: string | null;
  readonly opened: Moment;
  readonly videoId: string | null;
}

export function saveSession(world: World, session: Session): void {
  putObject(world.store, youtube, 'session', session.account, session.id, session);
}

export function findSession(call: Call): Session | null {
  const id = call.query.get('upload_id') ?? '';
  const session = findObject<Session>(call.world.store, youtube, 'session', id)?.data ?? null;
  return session === null || call.world.passed(session.opened, sessionSeconds) ? null : session;
}

/** POST /upload/youtube/v3/videos?uploadType=resumable: the address to send bytes to comes as `Location`. */
export async function openSession(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'youtube.upload');
  if (has(account, 'no-channel')) {
    refuse({ code: 401, reason: 'youtubeSignupRequired', message: 'Unauthorized', domain: 'youtube.header' });
  }
  const { headers } = call.request;
  const parts = (call.query.get('part') ?? '').split(',').filter((part) => part !== '');
  if (parts.length === 0) missingParameter('part');
  const unknown = parts.find((part) => !knownParts.includes(part));
  if (unknown !== undefined) badRequest('unknownPart', `'${unknown}'`);
  if (call.query.get('uploadType') !== 'resumable') {
    badRequest('mediaBodyRequired', 'The request does not include the video content.');
  }
  const type = String(headers['x-upload-content-type'] ?? 'application/octet-stream');
  if (!/^(video\/|application\/octet-stream)/.test(type)) {
    refuse({
      code: 400,
      reason: 'badContent',
      message: `Media type '${type}' is not supported.`,
      domain: 'global',
    });
  }
  const announced = headers['x-upload-content-length'];
  const total = announced === undefined ? null : Number(announced);
  if (total !== null && (!Number.isSafeInteger(total) || total < 1 || total > maxBytes)) {
    refuse({ code: 413, reason: 'uploadTooLarge', message: 'Media is too large.', domain: 'global' });
  }
  const fileName = String(headers.slug ?? 'unknown');
  if (/[/\\<>:"|?*\p{Cc}]/u.test(fileName) || fileName.length > 255) {
    badRequest('invalidFilename', 'The video filename specified in the Slug header is invalid.');
  }
  const asked = readMetadata(await call.body(), parts, call.world.now());
  chargeUpload(call, account);
  const metadata: Metadata = has(account, 'unaudited') ? { ...asked, privacyStatus: 'private' } : asked;
  const session: Session = {
    account: account.id,
    id: randomWord(60),
    parts,
    metadata,
    fileName,
    total,
    received: 0,
    type: null,
    opened: call.world.moment(),
    videoId: null,
  };
  saveSession(call.world, session);
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: parts.join(','),
    upload_id: session.id,
  });
  const location = `${call.world.home()}/youtube/upload/youtube/v3/videos?${query}`;
  return { status: 200, body: '', headers: { location, 'x-guploader-uploadid': session.id } };
}
