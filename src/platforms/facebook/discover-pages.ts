import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { GraphAt } from '../meta/graph.ts';
import type { Discovered } from '../signing-in.ts';
import { graph } from './graph.ts';

const page = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().optional(),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
});
type Page = z.infer<typeof page>;

const query = { fields: 'id,name,username,access_token,tasks', limit: '100' };

/** The Pages on which this person may post, each with a token of its own. */
export async function discoverPages(at: GraphAt): Promise<readonly Discovered[]> {
  const found = new Map<string, Discovered>();
  const take = (pages: readonly Page[]) => {
    for (const item of pages) {
      const discovered = describe(at, item);
      if (discovered && !found.has(item.id)) found.set(item.id, discovered);
    }
  };
  for await (const pages of graph.pages(at, 'me/accounts', query, page)) take(pages);
  for (const business of await businesses(at)) {
    for (const edge of ['owned_pages', 'client_pages']) {
      take(await tolerated(graph.pages(at, `${business}/${edge}`, query, page)));
    }
  }
  return [...found.values()];
}

async function businesses(at: GraphAt): Promise<string[]> {
  const shape = z.object({ id: z.string() });
  const all = await tolerated(graph.pages(at, 'me/businesses', { fields: 'id', limit: '100' }, shape));
  return all.map(({ id }) => id);
}

/** The way through a business is an extra: whoever did not grant it still has the Pages of their own. */
async function tolerated<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  try {
    for await (const items of pages) all.push(...items);
  } catch (error) {
    const refused =
      error instanceof PostboteError && ['platform_permission', 'platform_rejected'].includes(error.code);
    if (!refused) throw error;
  }
  return all;
}

function describe(at: GraphAt, { id, name, username, access_token, tasks }: Page): Discovered | null {
  // Without this task every post would be refused.
  if (access_token === undefined || tasks?.includes('CREATE_CONTENT') === false) return null;
  const clientId = at.credentials.extra?.clientId;
  return {
    externalId: id,
    name,
    username: username ?? null,
    // The app's id later tells our posts from those of other tools.
    credentials: { accessToken: access_token, ...(clientId && { extra: { clientId } }) },
  };
}
