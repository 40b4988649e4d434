import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { pages, VERSION } from './api.ts';
import { isOurs, type LocalPost, localPost, type SentPost } from './local-post.ts';

const list = z.object({ localPosts: z.array(localPost).optional(), nextPageToken: z.string().optional() });

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 60_000;
/** Newest first is what everybody sees and nobody promises, so one page alone proves nothing. */
const MIN_PAGES = 2;
const MAX_PAGES = 10;

/** Also a post that the review has refused meanwhile is found: it was sent. */
export async function findPost(
  at: Publishing<unknown>,
  sent: SentPost,
  mark: string | null,
  begunAt: number,
): Promise<Found<LocalPost>> {
  const url = `${at.hosts.posts}/${VERSION}/${at.account.externalId}/localPosts`;
  const isNew = ({ createTime }: LocalPost) => Date.parse(createTime ?? '') >= begunAt - EARLIER_MS;
  let read = 0;
  for await (const { localPosts = [] } of pages(at, url, { pageSize: '100' }, list)) {
    read += 1;
    const alike = localPosts.filter((seen) => isNew(seen) && isOurs(seen, sent, mark));
    const [found] = await notTaken(
      at,
      alike.map((post) => ({ id: post.name, post })),
    );
    if (found) return { is: 'live', value: found.post };
    if (read >= MIN_PAGES && !localPosts.some(isNew)) return { is: 'absent' };
    if (read >= MAX_PAGES) {
      const facts = { platform: 'google_business', reason: 'too_many_posts' };
      throw new PostboteError('outcome_unknown', { facts });
    }
  }
  return { is: 'absent' };
}
