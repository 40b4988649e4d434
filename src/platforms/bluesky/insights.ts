import { z } from 'zod';
import { readAnswer } from '../http.ts';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { blueskyError } from './errors.ts';
import { xrpc } from './xrpc.ts';

const posts = z.object({
  posts: z.array(
    z.object({
      likeCount: z.number().default(0),
      repostCount: z.number().default(0),
      replyCount: z.number().default(0),
      quoteCount: z.number().default(0),
    }),
  ),
});

/** Bluesky tells nobody how often a post was seen. */
export const metrics: Readonly<Partial<Record<Metric, string>>> = {
  likes: 'likes',
  comments: 'replies',
  shares: 'reposts and quotes',
};

/** The public view needs no login and does not count against the account's own server. */
export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  const answer = await at.call({
    method: 'GET',
    url: `${xrpc(at.hosts.appview ?? '', 'app.bsky.feed.getPosts')}?uris=${encodeURIComponent(post.id)}`,
    classify: blueskyError,
  });
  const found = readAnswer(answer, posts).posts[0];
  if (!found) return {};
  return { likes: found.likeCount, comments: found.replyCount, shares: found.repostCount + found.quoteCount };
}
