import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Published, Publishing } from '../publishing.ts';
import { publishError } from './errors.ts';
import { findFeedPost } from './find-feed-post.ts';
import { graph } from './graph.ts';
import type { FacebookSettings } from './index.ts';
import { readPermalink } from './permalink.ts';
import { uploadPhoto } from './photos.ts';
import { publishVideo } from './publish-video.ts';

type At = Publishing<FacebookSettings>;

export async function publish(at: At): Promise<Published> {
  const [first] = at.post.media;
  if (first?.kind === 'video' && at.post.media.length === 1) return await publishVideo(at, first);
  if (at.post.media.some(({ kind }) => kind === 'video')) {
    throw new PostboteError('post_invalid', { violations: [{ code: 'media_mixed' }] });
  }
  const photos: string[] = [];
  for (const [index, item] of at.post.media.entries()) {
    photos.push(await at.step.repeat(`photo-${index + 1}`, () => uploadPhoto(at, item)));
  }
  const { id } = await at.step.commit(
    'feed',
    {
      by: 'asking',
      looks: [8, 30, 120],
      find: (begunAt) => findFeedPost(at, photos, begunAt),
      // A list without our post is no proof: Facebook states no delay between writing and reading.
      absent: 'person',
    },
    () => postToFeed(at, photos),
  );
  return { id, url: await at.step.repeat('permalink', () => readPermalink(at, id, id)) };
}

const created = z.object({ id: z.string().min(1) });

/** Photos too go out this way: their ids are known before, so that the post can be recognised afterwards. */
async function postToFeed(at: At, photos: readonly string[]): Promise<{ id: string }> {
  const { link } = at.post.settings;
  const form = {
    ...(at.post.text !== '' && { message: at.post.text }),
    ...(link !== undefined && photos.length === 0 && { link }),
    ...(photos.length > 0 && { attached_media: JSON.stringify(photos.map((id) => ({ media_fbid: id }))) }),
  };
  return await graph.post(at, `${at.account.externalId}/feed`, form, created, { classify: publishError });
}
