import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { bearer, dataGet } from './api.ts';
import { youtubeError } from './errors.ts';

/** YouTube counts no reach; views are the nearest (from the first frame on since 2026-08-27). */
export const metrics: Readonly<Partial<Record<Metric, string>>> = {
  likes: 'likeCount',
  comments: 'commentCount',
  shares: 'shares (YouTube Analytics)',
  reach: 'viewCount',
};

/** Numbers come as strings; hidden likes and closed comments are left out. */
const count = z.coerce.number().int().nonnegative().optional();
const statistics = z.object({
  items: z
    .array(z.object({ statistics: z.object({ viewCount: count, likeCount: count, commentCount: count }) }))
    .default([]),
});

export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  const { items } = await dataGet(at, 'videos', { part: 'statistics', id: post.id }, statistics);
  const seen = items[0]?.statistics;
  if (!seen) {
    throw new PostboteError('platform_rejected', { facts: { platform: 'youtube', reason: 'videoNotFound' } });
  }
  const shares = await readShares(at, post.id);
  const numbers = { likes: seen.likeCount, comments: seen.commentCount, shares, reach: seen.viewCount };
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}

const report = z.object({
  columnHeaders: z.array(z.object({ name: z.string() })),
  rows: z.array(z.array(z.unknown())).nullish(),
});

/** Analytics lags two or three days behind and needs a right of its own: without an answer the number is missing. */
async function readShares(at: Reading, id: string): Promise<number | undefined> {
  const query = new URLSearchParams({
    ids: 'channel==MINE',
    // Before YouTube's first video, so that every one is covered.
    startDate: '2005-02-14',
    endDate: new Date(at.now()).toISOString().slice(0, 10),
    metrics: 'shares',
    filters: `video==${id}`,
  });
  try {
    const answer = await at.call({
      method: 'GET',
      url: `${at.hosts.analytics}/v2/reports?${query}`,
      headers: bearer(at),
      classify: youtubeError,
    });
    const { columnHeaders, rows } = readAnswer(answer, report);
    const column = columnHeaders.findIndex(({ name }) => name === 'shares');
    const value = rows?.[0]?.[column];
    return typeof value === 'number' ? value : undefined;
  } catch (error) {
    if (error instanceof PostboteError) return undefined;
    throw error;
  }
}
