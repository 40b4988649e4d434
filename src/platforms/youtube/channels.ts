import { z } from 'zod';
import { type Caller, dataGet } from './api.ts';

const channel = z.object({
  id: z.string(),
  snippet: z.object({ title: z.string(), customUrl: z.string().optional() }),
  contentDetails: z
    .object({ relatedPlaylists: z.object({ uploads: z.string().optional() }).optional() })
    .optional(),
});

export type Channel = z.infer<typeof channel>;

/** Without a channel the key `items` itself is missing. */
const page = z.object({ items: z.array(channel).default([]), nextPageToken: z.string().optional() });

const MAX_PAGES = 20;

/** A token stands for the one channel picked while signing in; more than one is possible on paper only. */
export async function listChannels(at: Caller): Promise<Channel[]> {
  const channels: Channel[] = [];
  let token: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const query = {
      part: 'id,snippet,contentDetails',
      mine: 'true',
      maxResults: '50',
      ...(token !== undefined && { pageToken: token }),
    };
    const { items, nextPageToken } = await dataGet(at, 'channels', query, page);
    channels.push(...items);
    token = nextPageToken;
    if (token === undefined) break;
  }
  return channels;
}
