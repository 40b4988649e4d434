import { z } from 'zod';
import { readAnswer } from '../http.ts';
import type { Published, Publishing } from '../publishing.ts';
import { twitterError } from './errors.ts';
import { findPost } from './find-post.ts';
import type { TwitterSettings } from './index.ts';
import { bearer, type UploadedMedia, uploadMedia } from './upload.ts';

type At = Publishing<TwitterSettings>;

export async function publish(at: At): Promise<Published> {
  const media: UploadedMedia[] = [];
  const alone = at.post.media.length === 1;
  for (const [index, item] of at.post.media.entries()) {
    media.push(await uploadMedia(at, `media-${index + 1}`, item, alone));
  }
  const cover = at.post.cover ? await uploadMedia(at, 'cover', at.post.cover, false) : null;
  const { id } = await at.step.commit(
    'tweet',
    {
      by: 'asking',
      looks: [8, 30, 120],
      find: (begunAt) => findPost(at, media, begunAt),
      // An empty timeline is no proof: X states no delay between writing and reading.
      absent: 'person',
    },
    () => createPost(at, media, cover),
  );
  const path = at.account.username ? `${at.account.username}/status` : 'i/web/status';
  return { id, url: `${at.hosts.web}/${path}/${id}` };
}

const createdPost = z.object({ data: z.object({ id: z.string() }) });

async function createPost(
  at: At,
  media: readonly UploadedMedia[],
  cover: UploadedMedia | null,
): Promise<{ id: string }> {
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
