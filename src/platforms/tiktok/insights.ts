import { z } from 'zod';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { apiPost, fetchStatus } from './api.ts';
import { named, PUBLISH_ID } from './published.ts';

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
export async function insights(at: Reading, { id }: Published): Promise<Partial<Record<Metric, number>>> {
  if (id.startsWith(PUBLISH_ID)) return {};
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

/** Moderation may take hours, and only then does a public post get its id. */
export async function nameLater(at: Reading, { id }: Published): Promise<Published | null> {
  if (!id.startsWith(PUBLISH_ID)) return null;
  const publishId = id.slice(PUBLISH_ID.length);
  const { postId } = await fetchStatus(at, publishId);
  if (postId === null) return null;
  // Publish ids begin with the kind: `v_pub_file~…`, `p_pub_url~…`.
  return named(at, at.account.username, publishId.startsWith('p_') ? 'photo' : 'video', postId);
}
