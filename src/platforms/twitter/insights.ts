import { z } from 'zod';
import { readAnswer } from '../http.ts';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { twitterError } from './errors.ts';

// Prose and specification differ on the names: the old ones are sent, both are read.
const numbers = z.object({
  like_count: z.number().default(0),
  reply_count: z.number().default(0),
  retweet_count: z.number().optional(),
  repost_count: z.number().optional(),
  quote_count: z.number().default(0),
  impression_count: z.number().default(0),
});
const posts = z.object({ data: z.array(z.object({ public_metrics: numbers })).default([]) });

/** X has no reach; impressions are the nearest. */
export const metrics: Readonly<Record<Metric, string>> = {
  likes: 'likes',
  comments: 'replies',
  shares: 'reposts and quotes',
  reach: 'impressions',
};

export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/2/tweets?ids=${encodeURIComponent(post.id)}&tweet.fields=public_metrics`,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    classify: twitterError,
  });
  const found = readAnswer(answer, posts).data[0]?.public_metrics;
  if (!found) return {};
  return {
    likes: found.like_count,
    comments: found.reply_count,
    shares: (found.retweet_count ?? found.repost_count ?? 0) + found.quote_count,
    reach: found.impression_count,
  };
}
