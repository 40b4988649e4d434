import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { graph } from './graph.ts';

type Numbers = Partial<Record<Metric, number>>;

const total = z.object({ summary: z.object({ total_count: z.number().optional() }).optional() }).optional();
const counters = z.object({
  reactions: total,
  comments: total,
  shares: z.object({ count: z.number() }).optional(),
});

const fields = 'reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0),shares';

/** A post's id is `{page}_{post}`; a video bears its own, which leads to its post. */
export async function insights(at: Reading, post: Published): Promise<Numbers> {
  if (post.id.includes('_')) {
    const reach = await readMetric(at, `${post.id}/insights`, 'post_total_media_view_unique');
    return { ...(await readCounters(at, post.id)), ...(reach !== null && { reach }) };
  }
  const { post_id: postId } = await graph.get(at, post.id, { fields: 'post_id' }, videoNode);
  // Names of the other kind give no data, so one of the two answers.
  const reach =
    (await readMetric(at, `${post.id}/video_insights`, 'total_video_impressions_unique')) ??
    (await readMetric(at, `${post.id}/video_insights`, 'post_impressions_unique'));
  const fullId = postId === undefined || postId.includes('_') ? postId : `${at.account.externalId}_${postId}`;
  const counted = fullId === undefined ? {} : await readCounters(at, fullId);
  return { ...counted, ...(reach !== null && { reach }) };
}

const videoNode = z.object({ post_id: z.string().optional() });

async function readCounters(at: Reading, id: string): Promise<Numbers> {
  const { reactions, comments, shares } = await graph.get(at, id, { fields }, counters);
  return {
    likes: reactions?.summary?.total_count ?? 0,
    comments: comments?.summary?.total_count ?? 0,
    // Left out when there are none.
    shares: shares?.count ?? 0,
  };
}

const insight = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.unknown() })) })),
});

/** One by one: a single name that does not fit fails a whole list. */
async function readMetric(at: Reading, path: string, metric: string): Promise<number | null> {
  try {
    const { data } = await graph.get(at, path, { metric }, insight);
    const value = data.find(({ name }) => name === metric)?.values[0]?.value;
    return typeof value === 'number' ? value : null;
  } catch (error) {
    // Not granted, or not offered for this post: the other numbers stand without it.
    const refused =
      error instanceof PostboteError && ['platform_permission', 'platform_rejected'].includes(error.code);
    if (refused) return null;
    throw error;
  }
}
