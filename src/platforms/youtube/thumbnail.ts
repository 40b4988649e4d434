import { PostboteError } from '../../errors.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { bearer } from './api.ts';
import { youtubeError } from './errors.ts';
import { image } from './limits.ts';

type At = Publishing<unknown>;

/** The video is out, so a thumbnail that fails costs nothing but itself: "later" may be tried once more. */
export async function setThumbnail(at: At, id: string, cover: Media): Promise<'set' | 'refused' | 'later'> {
  try {
    await upload(at, id, cover);
    return 'set';
  } catch (error) {
    if (!(error instanceof PostboteError)) throw error;
    return error.retry || error.refreshable ? 'later' : 'refused';
  }
}

async function upload(at: At, id: string, cover: Media): Promise<void> {
  const facts = await cover.probe();
  requireFit('youtube', facts, image);
  const length = facts.size ?? (await measure('youtube', cover, image.maxBytes));
  const { stream, type } = await cover.open();
  const query = new URLSearchParams({ videoId: id, uploadType: 'media' });
  await at.call({
    method: 'POST',
    url: `${at.hosts.api}/upload/youtube/v3/thumbnails/set?${query}`,
    headers: { ...bearer(at), 'content-type': type },
    body: stream,
    length,
    classify: youtubeError,
    timeoutSeconds: 120,
  });
}
