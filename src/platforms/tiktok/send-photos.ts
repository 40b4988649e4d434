import { z } from 'zod';
import { requireFit, requireShape } from '../media-limits.ts';
import type { Lost, Media, Publishing } from '../publishing.ts';
import { apiPost, type Creator } from './api.ts';
import { findPhotoPost } from './find-post.ts';
import { image } from './limits.ts';
import { chooseAudience, photoInfo, photoTexts, withAudience } from './post-info.ts';
import type { Sent } from './send-video.ts';
import type { TiktokSettings } from './settings.ts';

type At = Publishing<TiktokSettings>;

/** Handed over, or seen on the profile after the answer had been lost. */
export type SentPhotos = Sent | { readonly postId: string };

/** TikTok fetches pictures itself, and posts them once it has them: init is the publishing call. */
export async function sendPhotos(at: At, creator: Creator | null, attempt: number): Promise<SentPhotos> {
  await at.step.repeat('photos-checked', () => checkPhotos(at.post.media));
  return await at.step.commit<SentPhotos>(`publish-${attempt}`, lostPhotos(at, creator), async () => {
    const { publish_id: publishId, privacy } = await initPhotos(at, creator);
    return { publishId, privacy, sentAt: at.now() };
  });
}

/**
 * Without the publish_id only the list of public posts is left to ask, by text. That photo posts are in it is not
 * documented, so an empty list proves nothing.
 */
function lostPhotos(at: At, creator: Creator | null): Lost<SentPhotos> {
  const isListed =
    creator !== null &&
    chooseAudience(creator, at.post.settings) === 'PUBLIC_TO_EVERYONE' &&
    at.post.text.trim() !== '';
  if (!isListed) return { by: 'person' };
  return {
    by: 'asking',
    // Moderation usually takes a minute; only then is a post listed.
    looks: [60, 120, 120],
    find: (begunAt) => findPhotoPost(at, begunAt),
    absent: 'person',
  };
}

const begun = z.object({ publish_id: z.string().min(1) });

async function initPhotos(at: At, creator: Creator | null) {
  const { media, settings } = at.post;
  const body = {
    media_type: 'PHOTO',
    source_info: {
      source: 'PULL_FROM_URL',
      photo_images: media.map(({ url }) => url),
      photo_cover_index: Math.min(settings.photo_cover_index, media.length - 1),
    },
  };
  const send = (mode: string, info: object) =>
    apiPost(at, 'post/publish/content/init/', { ...body, post_mode: mode, post_info: info }, begun);
  if (creator === null) return { ...(await send('MEDIA_UPLOAD', photoTexts(at))), privacy: null };
  return await withAudience(at, creator, (privacy) => send('DIRECT_POST', photoInfo(at, creator, privacy)));
}

/** One picture that does not fit fails the whole post, and TikTok does not say which: so it is looked for here. */
async function checkPhotos(media: readonly Media[]): Promise<null> {
  for (const item of media) {
    const facts = await item.probe();
    requireFit('tiktok', facts, image);
    requireShape('tiktok', facts, image);
  }
  return null;
}
