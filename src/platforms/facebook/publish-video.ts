import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { requireFit } from '../media-limits.ts';
import type { Found, Media, Published, Publishing } from '../publishing.ts';
import { publishError } from './errors.ts';
import { graph } from './graph.ts';
import type { FacebookSettings } from './index.ts';
import { image } from './limits.ts';
import { readPermalink } from './permalink.ts';
import { readImage } from './photos.ts';
import { uploadReel } from './upload-reel.ts';
import { uploadVideo } from './upload-video.ts';
import { type Progress, progressOf, readVideo } from './video-status.ts';

type At = Publishing<FacebookSettings>;
type Accepted = { readonly acceptedAt: number };

/** No figure is documented; half an hour of encoding is a lot. */
const PATIENCE_MS = 30 * 60 * 1000;

/** The video's id exists before anything is public, so its state tells what became of a lost answer. */
export async function publishVideo(at: At, media: Media): Promise<Published> {
  const { cover, settings } = at.post;
  const isReel = settings.video_as === 'reel';
  if (cover) await at.step.repeat('cover-check', () => checkCover(cover));
  const upload = isReel ? await uploadReel(at, media) : await uploadVideo(at, media);
  const { videoId } = upload;
  const { acceptedAt } = await at.step.commit<Accepted>(
    'video',
    {
      by: 'asking',
      // "Not begun" must be read twice before the same upload is finished again.
      looks: [5, 31],
      find: () => findVideo(at, videoId),
      absent: 'repeat',
    },
    async () => {
      if (isReel) await finishReel(at, videoId);
      else await finishVideo(at, upload.session, cover);
      return { acceptedAt: at.now() };
    },
  );
  await at.step.until('video-shown', { seconds: 10, times: 1000 }, () => askShown(at, videoId, acceptedAt));
  if (isReel && cover) await at.step.repeat('cover', () => setCover(at, videoId, cover));
  const page = isReel ? `reel/${videoId}` : `${at.account.externalId}/videos/${videoId}`;
  return { id: videoId, url: await at.step.repeat('permalink', () => readPermalink(at, videoId, page)) };
}

const accepted = z.object({ success: z.literal(true) });

async function finishVideo(at: At, session: string, cover: Media | null): Promise<void> {
  const body = new FormData();
  body.set('upload_session_id', session);
  for (const [name, value] of Object.entries(words(at))) body.set(name, value);
  if (cover) body.set('thumb', await readImage(cover), 'cover');
  await finish(at, 'videos', body);
}

async function finishReel(at: At, videoId: string): Promise<void> {
  await finish(at, 'video_reels', { video_id: videoId, video_state: 'PUBLISHED', ...words(at) });
}

/** The phase stands in the address, where a log (or a sandbox) can tell the publishing call from the others. */
async function finish(at: At, edge: string, body: FormData | Record<string, string>): Promise<void> {
  const query = { upload_phase: 'finish' };
  await graph.post(at, `${at.account.externalId}/${edge}`, body, accepted, { classify: publishError, query });
}

function words({ post }: At): Record<string, string> {
  const { title } = post.settings;
  return { ...(post.text !== '' && { description: post.text }), ...(title !== undefined && { title }) };
}

async function findVideo(at: At, videoId: string): Promise<Found<Accepted>> {
  const progress = await readVideo(at, videoId);
  const state = progressOf(progress);
  if (state === 'accepted' || state === 'shown') return { is: 'live', value: { acceptedAt: at.now() } };
  if (state === 'broken') return { is: 'void' };
  if (state === 'working') throw new PostboteError('platform_not_ready');
  return { is: 'absent' };
}

/**
 * Facebook took it and shows it as soon as it is encoded. Only a clear "it failed" can still undo that: trouble with
 * reading, or more patience than we have, leaves an accepted video accepted.
 */
async function askShown(at: At, videoId: string, acceptedAt: number): Promise<'shown' | 'late' | null> {
  const progress = await readVideo(at, videoId).catch((error: unknown): Progress | null => {
    if (error instanceof PostboteError) return null;
    throw error;
  });
  const state = progress && progressOf(progress);
  if (state === 'shown') return 'shown';
  if (progress && state === 'broken') {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'facebook', reason: 'processing_failed' },
      raw: progress.words,
    });
  }
  return at.now() - acceptedAt > PATIENCE_MS ? 'late' : null;
}

async function checkCover(cover: Media): Promise<null> {
  requireFit('facebook', await cover.probe(), image);
  return null;
}

/** A Reel takes its cover only as a video that exists; failing here does not undo the post. */
async function setCover(at: At, videoId: string, cover: Media): Promise<boolean> {
  try {
    const body = new FormData();
    body.set('is_preferred', 'true');
    body.set('source', await readImage(cover), 'cover');
    await graph.post(at, `${videoId}/thumbnails`, body, z.unknown());
    return true;
  } catch (error) {
    if (error instanceof PostboteError) return false;
    throw error;
  }
}
