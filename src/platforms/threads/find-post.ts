import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { isSameText } from '../meta/same-text.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { readContainer } from './container.ts';
import { graph } from './graph.ts';

type At = Publishing<unknown>;

export interface Live {
  /** Null when the post is live for certain but could not be told from its neighbours. */
  readonly mediaId: string | null;
}

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 60_000;

/** The container's state tells for certain whether its post is live. */
export async function findPost(at: At, container: string, begunAt: number): Promise<Found<Live>> {
  const { status } = await readContainer(at, container);
  if (status === 'FINISHED') return { is: 'absent' };
  if (status === 'IN_PROGRESS') throw new PostboteError('platform_not_ready');
  if (status !== 'PUBLISHED') return { is: 'void' };
  // It is live; not knowing its number must not undo that.
  const mediaId = await findMediaId(at, begunAt).catch((error: unknown) => {
    if (error instanceof PostboteError) return null;
    throw error;
  });
  return { is: 'live', value: { mediaId } };
}

const thread = z.object({ id: z.string(), text: z.string().optional(), timestamp: z.string() });

/** Never "the newest": only the one post with our text in our window, or none. */
async function findMediaId(at: At, begunAt: number): Promise<string | null> {
  const matches = await findMatches(at, begunAt);
  return matches.length === 1 ? String(matches[0]) : null;
}

/** The posts of the profile that could be ours. */
export async function findMatches(at: At, begunAt: number): Promise<string[]> {
  const from = begunAt - EARLIER_MS;
  const query = { fields: 'id,text,timestamp', since: String(Math.floor(from / 1000)), limit: '25' };
  const alike: z.infer<typeof thread>[] = [];
  for await (const posts of graph.pages(at, `${at.account.externalId}/threads`, query, thread)) {
    for (const post of posts) {
      const madeAt = Date.parse(post.timestamp);
      const isInTime = madeAt >= from - 1000 && madeAt <= at.now() + EARLIER_MS;
      if (isInTime && isSameText(post.text ?? '', at.post.text)) alike.push(post);
    }
  }
  return (await notTaken(at, alike)).map(({ id }) => id);
}
