import { z } from 'zod';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { get } from './api.ts';

const numbers = z.object({
  impression: z.number().nullish(),
  reaction: z.number().nullish(),
  comment: z.number().nullish(),
  save: z.number().nullish(),
});
const pin = z.object({
  pin_metrics: z.object({ lifetime_metrics: numbers.nullish(), '90d': numbers.nullish() }).nullish(),
});

/** Pinterest's own names of the numbers. */
export const metrics: Readonly<Partial<Record<Metric, string>>> = {
  likes: 'reaction',
  comments: 'comment',
  shares: 'save',
  // Views; how many people they were is not offered.
  reach: 'impression',
};

/**
 * Read with the pin itself: since it was made, and under the wide limit of reading. The analytics address
 * only looks back 90 days and allows 60 calls a minute. Without a business account there are no numbers.
 */
export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  const { pin_metrics: seen } = await get(at, `pins/${post.id}?pin_metrics=true`, pin);
  const read: Partial<Record<Metric, number>> = {};
  for (const [metric, name] of Object.entries(metrics) as [Metric, keyof z.infer<typeof numbers>][]) {
    const value = seen?.lifetime_metrics?.[name] ?? seen?.['90d']?.[name];
    if (typeof value === 'number') read[metric] = value;
  }
  return read;
}
