import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import { graph } from './graph.ts';

const shape = z.object({ permalink_url: z.string().min(1) });

/** Where people find it. Failing here never undoes a live post: `usual` leads there as well. */
export async function readPermalink(at: Publishing<unknown>, id: string, usual: string): Promise<string> {
  try {
    const { permalink_url: link } = await graph.get(at, id, { fields: 'permalink_url' }, shape);
    // A video's is often relative to the site.
    if (link.startsWith('/')) return `${at.hosts.web}${link}`;
    return URL.canParse(link) ? link : `${at.hosts.web}/${usual}`;
  } catch (error) {
    if (error instanceof PostboteError) return `${at.hosts.web}/${usual}`;
    throw error;
  }
}
