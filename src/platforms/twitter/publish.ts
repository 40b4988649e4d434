import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Published, Publishing } from '../publishing.ts';
import { twitterError, UPLOADS_GONE } from './errors.ts';
import { findPost } from './find-post.ts';
import type { TwitterSettings } from './index.ts';
import { bearer, type UploadedMedia, uploadMedia } from './upload.ts';

type At = Publishing<TwitterSettings>;
type Live = { readonly id: string };

export async function publish(at: At): Promise<Published> {
  // Uploads that nobody used vanish after a day, and a post may have waited almost that long.
  const { id } = (await send(at, '', unlessGone)) ?? (await send(at, 'again-', (post) => post));
  const path = at.account.username ? `${at.account.username}/status` : 'i/web/status';
  return { id, url: `${at.hosts.web}/${path}/${id}` };
}

/** Null: X no longer knows the uploads, and has posted nothing. */
function unlessGone(post: Promise<Live>): Promise<Live | null> {
  return post.catch((error: unknown) => {
    if (error instanceof PostboteError && error.facts.reason === UPLOADS_GONE) return null;
    throw error;
  });
}

async function send<T>(at: At, round: string, taken: (post: Promise<Live>) => Promise<T>): Promise<T | Live> {
  const media: UploadedMedia[] = [];
  const alone = at.post.media.length === 1;
  for (const [index, item] of at.post.media.entries()) {
    media.push(await uploadMedia(at, `${round}media-${index + 1}`, item, alone));
  }
  const cover = at.post.cover ? await uploadMedia(at, `${round}cover`, at.post.cover, false) : null;
  return at.step.commit<T | Live>(
    `${round}tweet`,
    {
      by: 'asking',
      looks: [8, 30, 120],
      find: (begunAt) => findPost(at, media, begunAt),
      // An empty timeline is no proof: X states no delay between writing and reading.
      absent: 'person',
    },
    () => taken(createPost(at, media, cover)),
  );
}

const createdPost = z.object({ data: z.object({ id: z.string() }) });

async function createPost(
  at: At,
  media: readonly UploadedMedia[],
  cover: UploadedMedia | null,
): Promise<Live> {
  const { reply_settings, made_with_ai, paid_partnership } = at.post.settings;
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/2/tweets`,
    headers: bearer(at),
    json: {
      // Always sent, also empty beside media: the backend refuses its absence.
      text: at.post.text,
      ...(media.length > 0 && {
        media: {
          media_ids: media.map(({ id }) => id),
          ...(cover && { preview_media_id: cover.id }),
        },
      }),
      ...(reply_settings && { reply_settings }),
      ...(made_with_ai && { made_with_ai }),
      ...(paid_partnership && { paid_partnership }),
    },
    classify: twitterError,
  });
  return { id: readAnswer(answer, createdPost).data.id };
}
