import { z } from 'zod';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { apiPost, fetchStatus } from './api.ts';
import { PUBLISH_ID } from './publish.ts';

const found = z.object({
  videos: z
    .array(
      z.object({
        id: z.string(),
        like_count: z.number().optional(),
        comment_count: z.number().optional(),
        share_count: z.number().optional(),
        view_count: z.number().optional(),
      }),
    )
    .default([]),
});

/** Public posts only; what is missing from the answer has no numbers to tell. */
export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  const id = await postIdOf(at, post.id);
  if (id === null) return {};
  const fields = 'id,like_count,comment_count,share_count,view_count';
  const body = { filters: { video_ids: [id] } };
  const { videos } = await apiPost(at, `video/query/?fields=${fields}`, body, found);
  const numbers = videos.find((video) => video.id === id);
  if (!numbers) return {};
  const { like_count: likes, comment_count: comments, share_count: shares, view_count: reach } = numbers;
  return Object.fromEntries(
    Object.entries({ likes, comments, shares, reach }).filter(([, value]) => value !== undefined),
  );
}

/** A post that was named by its publish_id may have got its public id since. */
async function postIdOf(at: Reading, id: string): Promise<string | null> {
  if (!id.startsWith(PUBLISH_ID)) return id;
  return (await fetchStatus(at, id.slice(PUBLISH_ID.length))).postId;
}
