import { z } from 'zod';
import { measure, requireFit, requireLength } from '../media-limits.ts';
import type { Found, Media, Publishing } from '../publishing.ts';
import { apiPost, type Creator } from './api.ts';
import { planChunks, video } from './limits.ts';
import { videoInfo, withAudience } from './post-info.ts';
import type { TiktokSettings } from './settings.ts';
import { arrivedBytes, isExpired, sendBody, sendLast, type Upload } from './upload.ts';

type At = Publishing<TiktokSettings>;

/** What was handed over. `privacy` is null for a draft, which has no audience yet. */
export interface Sent {
  readonly publishId: string;
  readonly privacy: string | null;
  readonly sentAt: number;
}

/** Bytes instead of an address: until the last of them is there nothing can be public, so a lost init is harmless. */
export async function sendVideo(
  at: At,
  creator: Creator | null,
  media: Media,
  attempt: number,
): Promise<Sent | null> {
  const key = `video-${attempt}`;
  const upload = await at.step.repeat(key, () => begin(at, creator, media));
  if (!(await sendBody(at, key, upload, media))) return null;
  const { publishId, privacy } = upload;
  const sent = (): Sent => ({ publishId, privacy, sentAt: at.now() });
  return await at.step.commit<Sent | null>(
    `publish-${attempt}`,
    {
      by: 'asking',
      looks: [2, 31],
      find: () => findUpload(at, upload, sent),
      // The same bytes go to the same publish_id, which makes one post at most.
      absent: 'repeat',
    },
    async () => ((await sendLast(at, upload, media)) ? sent() : null),
  );
}

async function findUpload(at: At, upload: Upload, sent: () => Sent): Promise<Found<Sent>> {
  if ((await arrivedBytes(at, upload)) >= upload.bytes) return { is: 'live', value: sent() };
  return isExpired(at, upload) ? { is: 'void' } : { is: 'absent' };
}

const begun = z.object({ publish_id: z.string().min(1), upload_url: z.url() });

async function begin(
  at: At,
  creator: Creator | null,
  media: Media,
): Promise<Upload & { privacy: string | null }> {
  const facts = await media.probe();
  requireFit('tiktok', facts, video);
  const longest = creator?.max_video_post_duration_sec;
  if (longest !== undefined) requireLength('tiktok', facts, { min: 0, max: longest });
  const bytes = facts.size ?? (await measure('tiktok', media, video.maxBytes));
  const chunks = planChunks(bytes);
  const source = {
    source: 'FILE_UPLOAD',
    video_size: bytes,
    chunk_size: chunks.size,
    total_chunk_count: chunks.count,
  };
  const begunAt = at.now();
  const { publish_id: publishId, upload_url: url, privacy } = await init(at, creator, source);
  return {
    publishId,
    url,
    privacy,
    begunAt,
    type: facts.type,
    bytes,
    chunks,
    isSliceable: facts.size !== null,
  };
}

async function init(at: At, creator: Creator | null, source: object) {
  if (creator === null) {
    const path = 'post/publish/inbox/video/init/';
    return { ...(await apiPost(at, path, { source_info: source }, begun)), privacy: null };
  }
  return await withAudience(at, creator, (privacy) => {
    const body = { post_info: videoInfo(at, creator, privacy), source_info: source };
    return apiPost(at, 'post/publish/video/init/', body, begun);
  });
}
