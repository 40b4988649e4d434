import { z } from 'zod';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { graph } from './graph.ts';

const answer = z.object({
  data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.number() })) })),
});

const metric = 'views,likes,replies,reposts,quotes,shares';

/** Lifetime numbers; one that is absent is absent here too, never 0. */
export async function insights(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>> {
  // Known to be live, but not under which id.
  if (post.id.startsWith('container:')) return {};
  const { data } = await graph.get(at, `${post.id}/insights`, { metric }, answer);
  const value = (name: string) => data.find((one) => one.name === name)?.values[0]?.value;
  const [likes, comments, reach] = [value('likes'), value('replies'), value('views')];
  const passedOn = [value('reposts'), value('quotes'), value('shares')].filter((one) => one !== undefined);
  return {
    ...(likes !== undefined && { likes }),
    ...(comments !== undefined && { comments }),
    ...(passedOn.length > 0 && { shares: passedOn.reduce((sum, one) => sum + one, 0) }),
    ...(reach !== undefined && { reach }),
  };
}
