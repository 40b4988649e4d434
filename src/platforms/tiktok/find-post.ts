import { z } from 'zod';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { apiPost } from './api.ts';

type At = Publishing<{ readonly title?: string | undefined }>;

const listing = z.object({
  videos: z
    .array(
      z.object({
        id: z.string(),
        create_time: z.number(),
        title: z.string().optional(),
        video_description: z.string().optional(),
      }),
    )
    .default([]),
});

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 30_000;
/** Texts come back cut at 150 characters (Video Object page). */
const CUT_AT = 150;

/** The one post with our text in our window. Two of them cannot be told apart, so they prove nothing. */
export async function findPhotoPost(at: At, begunAt: number): Promise<Found<{ postId: string }>> {
  const fields = 'id,create_time,title,video_description';
  const { videos } = await apiPost(at, `video/list/?fields=${fields}`, { max_count: 20 }, listing);
  const alike = videos.filter(
    (seen) =>
      seen.create_time * 1000 >= begunAt - EARLIER_MS &&
      [seen.video_description, seen.title].some((text) => isSameText(at.post.text, text ?? '')),
  );
  const ours = await notTaken(at, alike);
  const [only] = ours;
  return only && ours.length === 1 ? { is: 'live', value: { postId: only.id } } : { is: 'absent' };
}

export function isSameText(ours: string, seen: string): boolean {
  const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const [whole, shown] = [plain(ours), plain(seen.replace(/(…|\.\.\.)$/, ''))];
  if (shown === '') return false;
  return whole === plain(seen) || (seen.length >= CUT_AT - 3 && whole.startsWith(shown));
}
