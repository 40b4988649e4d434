import { createHash } from 'node:crypto';
import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import { readMultipart } from '../multipart.ts';
import { findUpload, putUpload } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { createDigester, type Digest } from '../request-body.ts';
import {
  checkMedia,
  finalize,
  findMedia,
  isVideo,
  mediaView,
  saveMedia,
  type UploadedMedia,
} from './media.ts';
import { newId } from './new-id.ts';
import { requireAccount, twitter } from './oauth.ts';
import { invalidRequest } from './problems.ts';

const maxSegmentBytes = 8 * 1024 * 1024;
const keptPictureBytes = 2_000_000;

export async function initializeUpload(call: Call): Promise<Answer> {
  const account = requireAccount(call);
  const { media_type: type, media_category: category, total_bytes: size } = await call.body();
  const media = openMedia(call, account.id, String(category ?? ''), String(type ?? ''), Number(size));
  saveMedia(call.world, media);
  return ok({ data: mediaView(call.world, media) });
}

export async function appendUpload(call: Call): Promise<Answer> {
  const account = requireAccount(call);
  const media = requireMedia(call, account.id, call.params.id ?? '');
  const { index, digest } = await readSegment(call);
  if (!Number.isInteger(index) || index < 0 || index > 999)
    invalidRequest('segment_index must be between 0 and 999');
  const { store } = call.world;
  store.transaction(() => {
    // Read again: another segment may have come in while this one was streaming.
    const latest = requireMedia(call, account.id, media.id);
    const { size, sha256, bytes } = digest;
    saveMedia(call.world, { ...latest, segments: { ...latest.segments, [index]: { size, sha256 } } });
    if (isVideo(latest))
      keepFilm(
        store,
        { platform: twitter, film: media.id, position: index, total: latest.totalBytes },
        digest,
      );
    else if (latest.totalBytes <= keptPictureBytes) {
      const id = `${media.id}.${index}`;
      putUpload(store, { platform: twitter, account: account.id, id, type: 'part', size, sha256, bytes });
    }
  });
  const expiresAt = Math.floor(media.createdAt / 1000) + 86_400;
  return ok({ data: { expires_at: expiresAt } });
}

export function finalizeUpload(call: Call): Answer {
  const account = requireAccount(call);
  const media = requireMedia(call, account.id, call.params.id ?? '');
  if (media.finalized === null) {
    const sizes = Object.keys(media.segments).map((_, index) => media.segments[index]?.size ?? Number.NaN);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total !== media.totalBytes) invalidRequest('Segments do not add up to provided total file size.');
    call.world.store.transaction(() => {
      joinSegments(call, media);
      saveMedia(call.world, finalize(call, media));
    });
  }
  const done = requireMedia(call, account.id, media.id);
  return ok({ data: mediaView(call.world, done) });
}

export function uploadStatus(call: Call): Answer {
  const account = requireAccount(call);
  if (call.query.get('command') !== 'STATUS')
    invalidRequest('command must be STATUS', { command: [call.query.get('command')] });
  const media = requireMedia(call, account.id, call.query.get('media_id') ?? '');
  return ok({ data: mediaView(call.world, media) });
}

/** POST /2/media/upload: a small picture in one call. */
export async function uploadAtOnce(call: Call): Promise<Answer> {
  const account = requireAccount(call);
  const form = await readMultipart(call.request, ['media'], 15 * 1024 * 1024);
  const digest = form.files.media;
  if (digest === undefined) return invalidRequest('media is required', { media: [] });
  const type = sniffType(digest.head) ?? 'application/octet-stream';
  const opened = openMedia(call, account.id, form.fields.media_category ?? '', type, digest.size);
  const { size, sha256, bytes } = digest;
  const { store } = call.world;
  const media = store.transaction(() => {
    const done = finalize(call, { ...opened, segments: { 0: { size, sha256 } } });
    saveMedia(call.world, done);
    putUpload(store, { platform: twitter, account: account.id, id: done.id, type, size, sha256, bytes });
    return done;
  });
  return ok({ data: mediaView(call.world, media) });
}

export async function setMetadata(call: Call): Promise<Answer> {
  const account = requireAccount(call);
  const input = await call.body();
  const media = requireMedia(call, account.id, String(input.id ?? ''));
  const metadata = (input.metadata ?? {}) as { alt_text?: { text?: unknown } };
  const text = String(metadata.alt_text?.text ?? '');
  if ([...text].length > 1000)
    invalidRequest('alt_text must be at most 1000 characters', { alt_text: [text.length] });
  saveMedia(call.world, { ...media, altText: text });
  return ok({ data: { id: media.id, associated_metadata: metadata } });
}

function openMedia(call: Call, account: string, category: string, type: string, size: number): UploadedMedia {
  const prefix = checkMedia(category, type, size);
  const id = newId(call.world.now());
  return {
    account,
    id,
    mediaKey: `${prefix}_${id}`,
    category,
    type,
    totalBytes: size,
    createdAt: call.world.now(),
    segments: {},
    finalized: null,
    seconds: 0,
    isRejected: false,
    altText: '',
  };
}

function requireMedia(call: Call, account: string, id: string): UploadedMedia {
  return (
    findMedia(call.world, account, id) ??
    invalidRequest(`Media ID ${id} was not found or has expired.`, { media_id: [id] })
  );
}

/** Multipart as it streams in, or JSON with base64. */
async function readSegment(call: Call): Promise<{ index: number; digest: Digest }> {
  if ((call.request.headers['content-type'] ?? '').startsWith('multipart/')) {
    const form = await readMultipart(call.request, ['media'], maxSegmentBytes);
    const digest = form.files.media;
    if (digest === undefined) return invalidRequest('media is required', { media: [] });
    return { index: Number(form.fields.segment_index ?? Number.NaN), digest };
  }
  const { media, segment_index: index } = await call.body();
  if (typeof media !== 'string') return invalidRequest('media is required', { media: [] });
  const digester = createDigester(maxSegmentBytes);
  digester.write(Buffer.from(media, 'base64'));
  return { index: Number(index ?? Number.NaN), digest: digester.end() };
}

/** Puts a picture's kept parts together, so that the feed can show it. */
function joinSegments(call: Call, media: UploadedMedia): void {
  const { store } = call.world;
  const count = Object.keys(media.segments).length;
  const parts = Array.from({ length: count }, (_, index) =>
    findUpload(store, twitter, `${media.id}.${index}`, media.account),
  );
  const kept = parts.map((part) => part?.bytes ?? null).filter((bytes) => bytes !== null);
  if (kept.length !== count) return;
  const bytes = Buffer.concat(kept);
  const type = sniffType(bytes) ?? 'application/octet-stream';
  if (type.startsWith('image/')) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    putUpload(store, {
      platform: twitter,
      account: media.account,
      id: media.id,
      type,
      size: bytes.length,
      sha256,
      bytes,
    });
  }
  store.run(
    `DELETE FROM uploads WHERE platform = ? AND type = 'part' AND id LIKE ?`,
    twitter,
    `${media.id}.%`,
  );
}
