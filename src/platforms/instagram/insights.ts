import { z } from 'zod';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { graph } from './graph.ts';

const answerShape = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.number() })).optional(),
      total_value: z.object({ value: z.number() }).optional(),
    }),
  ),
});

export const metrics: Readonly<Record<Metric, string>> = {
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  reach: 'reach',
};

const isMetric = (name: string): name is Metric => Object.hasOwn(metrics, name);

/** These four exist for feed posts and reels alike; one that a kind does not know would fail the whole call. */
const asked = 'reach,likes,comments,shares';

export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  // Live, but its id was never learned.
  if (post.id.startsWith('container:')) return {};
  const { data } = await graph.get(at, `${post.id}/insights`, { metric: asked }, answerShape);
  // Numbers come up to two days late; until then the list is empty, which is not zero.
  const numbers: Partial<Record<Metric, number>> = {};
  for (const { name, total_value: total, values } of data) {
    const value = total?.value ?? values?.[0]?.value;
    if (isMetric(name) && value !== undefined) numbers[name] = value;
  }
  return numbers;
}
