import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { MediaLimits } from '../limits.ts';
import { requireFit } from '../media-limits.ts';
import { isSameText } from '../meta/same-text.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Media, Published, Publishing } from '../publishing.ts';
import {
  type ContainerPlan,
  createContainer,
  created,
  imagePace,
  readContainer,
  readyContainer,
  videoPace,
} from './container.ts';
import { publishError, QUOTA_RETRY_SECONDS } from './errors.ts';
import { graph } from './graph.ts';
import type { InstagramSettings } from './index.ts';
import { image, video } from './limits.ts';

type At = Publishing<InstagramSettings>;
/** `mediaId` is null when the post is live for certain but could not be told from its neighbours. */
type Live = { readonly mediaId: string | null };

export async function publish(at: At): Promise<Published> {
  await at.step.repeat('quota', () => requireQuota(at));
  const container = await readyContainer(at, await planPost(at));
  const { mediaId } = await at.step.commit<Live>(
    'publish',
    {
      by: 'asking',
      // FINISHED must be read twice, at least 30 seconds apart, before the same container goes out again.
      looks: [2, 31],
      find: (begunAt) => findPost(at, container, begunAt),
      absent: 'repeat',
    },
    async () => {
      const path = `${at.account.externalId}/media_publish`;
      const { id } = await graph.post(at, path, { creation_id: container }, created, {
        classify: publishError,
      });
      return { mediaId: id };
    },
  );
  // The container's id is all there is to name the post by; the prefix keeps it from passing as a media id.
  if (mediaId === null) return { id: `container:${container}`, url: null };
  return { id: mediaId, url: await at.step.repeat('permalink', () => readPermalink(at, mediaId)) };
}

const quota = z.object({
  data: z.array(
    z.object({
      quota_usage: z.number().optional(),
      config: z.object({ quota_total: z.number().optional() }).optional(),
    }),
  ),
});

/** Posts per rolling 24 hours; the pages contradict each other (50, 100), so the account itself is asked. */
async function requireQuota(at: At): Promise<null> {
  const path = `${at.account.externalId}/content_publishing_limit`;
  const { data } = await graph.get(at, path, { fields: 'config,quota_usage' }, quota);
  const used = data[0]?.quota_usage ?? 0;
  const total = data[0]?.config?.quota_total ?? Number.POSITIVE_INFINITY;
  if (used < total) return null;
  throw new PostboteError('platform_rate_limited', {
    facts: { platform: 'instagram', used, total },
    retryAfterSeconds: QUOTA_RETRY_SECONDS,
  });
}

async function planPost(at: At): Promise<ContainerPlan> {
  const { media, cover } = at.post;
  const caption: Record<string, string> = at.post.text === '' ? {} : { caption: at.post.text };
  const [first] = media;
  if (!first) throw new PostboteError('post_invalid', { facts: { platform: 'instagram' } });
  if (media.length > 1) return await planCarousel(at, media, caption);
  if (first.kind === 'image') {
    return {
      key: 'image',
      pace: imagePace,
      fields: async () => ({ ...(await imageFields(first)), ...caption }),
    };
  }
  return {
    key: 'reel',
    pace: videoPace,
    fields: async () => ({
      media_type: 'REELS',
      video_url: await addressOf(first, video),
      ...(cover && { cover_url: await addressOf(cover, image) }),
      share_to_feed: String(at.post.settings.share_to_feed),
      ...caption,
    }),
  };
}

/** All children are begun before the first is waited for: Meta works on them side by side. */
async function planCarousel(
  at: At,
  media: readonly Media[],
  caption: Record<string, string>,
): Promise<ContainerPlan> {
  const plans = media.map((item, index) => planChild(item, index));
  for (const plan of plans) await createContainer(at, plan);
  const children: string[] = [];
  for (const plan of plans) children.push(await readyContainer(at, plan));
  return {
    key: 'carousel',
    pace: imagePace,
    fields: async () => ({ media_type: 'CAROUSEL', children: children.join(','), ...caption }),
  };
}

function planChild(item: Media, index: number): ContainerPlan {
  const isImage = item.kind === 'image';
  return {
    key: `child-${index + 1}`,
    pace: isImage ? imagePace : videoPace,
    fields: async () => ({
      is_carousel_item: 'true',
      ...(isImage
        ? await imageFields(item)
        : { media_type: 'VIDEO', video_url: await addressOf(item, video) }),
    }),
  };
}

async function imageFields(item: Media): Promise<Record<string, string>> {
  return { image_url: await addressOf(item, image), ...(item.alt !== '' && { alt_text: item.alt }) };
}

/** Meta fetches the file itself; we only look at it first, for a clear refusal instead of a late one. */
async function addressOf(item: Media, limits: MediaLimits): Promise<string> {
  requireFit('instagram', await item.probe(), limits);
  return item.url;
}

async function findPost(at: At, container: string, begunAt: number): Promise<Found<Live>> {
  const { status_code: state } = await readContainer(at, container);
  if (state === 'PUBLISHED') return { is: 'live', value: { mediaId: await findMediaId(at, begunAt) } };
  if (state === 'FINISHED') return { is: 'absent' };
  if (state === 'IN_PROGRESS') throw new PostboteError('platform_not_ready');
  return { is: 'void' };
}

const listing = z.object({
  data: z.array(z.object({ id: z.string(), caption: z.string().optional(), timestamp: z.string() })),
});

/** Never "the newest": only the one post with our caption in our window, or none. */
async function findMediaId(at: At, begunAt: number): Promise<string | null> {
  const from = begunAt - 60_000;
  try {
    const { data } = await graph.get(
      at,
      `${at.account.externalId}/media`,
      { fields: 'id,caption,timestamp', since: String(Math.floor(from / 1000)) },
      listing,
    );
    const alike = data.filter(({ caption = '', timestamp }) => {
      const madeAt = Date.parse(timestamp);
      return isSameText(caption, at.post.text) && madeAt >= from - 1000 && madeAt <= at.now() + 60_000;
    });
    const matches = await notTaken(at, alike);
    return matches.length === 1 ? String(matches[0]?.id) : null;
  } catch (error) {
    // It is live; not knowing its number must not undo that.
    if (error instanceof PostboteError) return null;
    throw error;
  }
}

async function readPermalink(at: At, mediaId: string): Promise<string | null> {
  try {
    const shape = z.object({ permalink: z.url() });
    return (await graph.get(at, mediaId, { fields: 'permalink' }, shape)).permalink;
  } catch (error) {
    // Known to fail for live posts (100/33); a missing link never turns them into failed ones.
    if (error instanceof PostboteError) return null;
    throw error;
  }
}
