import { randomBytes } from 'node:crypto';
import { PostboteError } from '../../errors.ts';
import { requireFit, requireShape } from '../media-limits.ts';
import type { Media, Published, Publishing } from '../publishing.ts';
import { post, VERSION } from './api.ts';
import { findPost } from './find-post.ts';
import { image, MIN_IMAGE_BYTES } from './limits.ts';
import { buildPost, type LocalPost, localPost } from './local-post.ts';
import { awaitReview } from './review.ts';
import type { GoogleBusinessSettings } from './settings.ts';

type At = Publishing<GoogleBusinessSettings>;

/** The account is the location: its id is the `accounts/1/locations/2` that the address needs. */
export async function publish(at: At): Promise<Published> {
  const [photo] = at.post.media;
  if (photo) await at.step.repeat('photo', () => checkPhoto(photo));
  const isMarked = at.post.settings.mark_link && at.post.settings.call_to_action?.url !== undefined;
  const mark = isMarked ? await at.step.repeat('mark', async () => randomBytes(6).toString('hex')) : null;
  const body = buildPost(at, mark);
  const taken = await at.step.commit<LocalPost>(
    'post',
    {
      by: 'asking',
      looks: [10, 50, 120],
      find: (begunAt) => findPost(at, body, mark, begunAt),
      // Words may come back changed and then look absent; a marked address may not.
      absent: mark === null ? 'person' : 'repeat',
    },
    () => post(at, `${at.hosts.posts}/${VERSION}/${at.account.externalId}/localPosts`, body, localPost),
  );
  const { url } = await awaitReview(at, taken);
  return { id: taken.name, url };
}

/** Google fetches the file itself; we only look at it first, for a clear refusal instead of a late one. */
async function checkPhoto(photo: Media): Promise<null> {
  const facts = await photo.probe();
  requireFit('google_business', facts, image);
  requireShape('google_business', facts, image);
  const { size } = facts;
  if (size !== null && size < MIN_IMAGE_BYTES) {
    const small = { platform: 'google_business', reason: 'too_small', bytes: size, min: MIN_IMAGE_BYTES };
    throw new PostboteError('media_rejected', { facts: small });
  }
  return null;
}
