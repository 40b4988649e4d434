import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { requireFit } from '../media-limits.ts';
import type { Media, Published, Publishing } from '../publishing.ts';
import { post } from './api.ts';
import { findPin, type PinWords } from './find-pin.ts';
import { image, MAX_ALT_TEXT } from './limits.ts';
import type { PinterestSettings } from './settings.ts';
import { uploadVideo } from './upload-video.ts';

type At = Publishing<PinterestSettings>;

const created = z.object({ id: z.string().min(1) });

export async function publish(at: At): Promise<Published> {
  const { board_id, board_section_id } = at.post.settings;
  const source = await mediaSource(at);
  const { mark, ...words } = await readWords(at);
  const given = Object.entries(words).filter(([, text]) => text !== '');
  const { id } = await at.step.commit(
    'pin',
    {
      by: 'asking',
      looks: [10, 50, 120],
      find: (begunAt) => findPin(at, { ...words, mark }, begunAt),
      // Words may come back changed and then look absent; a marked link may not.
      absent: mark === null ? 'person' : 'repeat',
    },
    () =>
      post(
        at,
        'pins',
        {
          board_id,
          ...(board_section_id && { board_section_id }),
          ...Object.fromEntries(given),
          media_source: source,
        },
        created,
      ),
  );
  return { id, url: `${at.hosts.web}/pin/${id}/` };
}

async function readWords(at: At): Promise<PinWords> {
  const { title = '', link = '', alt_text, mark_link } = at.post.settings;
  const ownAlt = at.post.media.find(({ alt }) => alt !== '')?.alt ?? '';
  const isMarked = mark_link && link !== '';
  const mark = isMarked ? await at.step.repeat('mark', async () => randomBytes(6).toString('hex')) : null;
  return {
    title,
    description: at.post.text,
    link: mark === null ? link : withMark(link, mark),
    alt_text: alt_text ?? [...ownAlt].slice(0, MAX_ALT_TEXT).join(''),
    mark,
  };
}

/** Beside a `utm_content` of the user's own it takes another name. */
function withMark(link: string, mark: string): string {
  const url = new URL(link);
  url.searchParams.set(url.searchParams.has('utm_content') ? 'utm_id' : 'utm_content', mark);
  return String(url);
}

/** Pictures by their address, which costs no memory; a film by its bytes, for nothing else is offered. */
async function mediaSource(at: At): Promise<Record<string, unknown>> {
  const { media, cover, settings } = at.post;
  const [first] = media;
  if (!first) throw new PostboteError('post_invalid', { facts: { platform: 'pinterest' } });
  if (media.length > 1) {
    const items: { url: string }[] = [];
    for (const [index, item] of media.entries()) {
      items.push({ url: await address(at, `image-${index + 1}`, item) });
    }
    return { source_type: 'multiple_image_urls', items };
  }
  if (first.kind === 'image') return { source_type: 'image_url', url: await address(at, 'image-1', first) };
  return {
    source_type: 'video_id',
    media_id: await uploadVideo(at, first),
    // A film without any of the cover forms is refused.
    ...(cover
      ? { cover_image_url: await address(at, 'cover', cover) }
      : { cover_image_key_frame_time: settings.cover_second }),
  };
}

/** Pinterest fetches the file itself; we only look at it first, for a clear refusal instead of a late one. */
async function address(at: At, key: string, item: Media): Promise<string> {
  await at.step.repeat(key, async () => {
    requireFit('pinterest', await item.probe(), image);
    return null;
  });
  return item.url;
}
