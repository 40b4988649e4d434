import { z } from 'zod';
import type { Asked, Choice, Reading } from '../platform.ts';
import { dataGet } from './api.ts';

const categories = z.object({
  items: z
    .array(z.object({ id: z.string(), snippet: z.object({ title: z.string(), assignable: z.boolean() }) }))
    .default([]),
});

/** Categories as they are called in the reader's language; what is not assignable is refused on upload. */
export async function choices(
  at: Reading,
  { language = 'de' }: Asked = {},
): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const query = { part: 'snippet', regionCode: 'DE', hl: language };
  const { items } = await dataGet(at, 'videoCategories', query, categories);
  const assignable = items.filter(({ snippet }) => snippet.assignable);
  return { category_id: assignable.map(({ id, snippet }) => ({ value: id, label: snippet.title })) };
}
