import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { notTaken } from '../not-taken.ts';
import type { Publishing } from '../publishing.ts';
import { dataGet } from './api.ts';
import { listChannels } from './channels.ts';
import { videoTitle } from './metadata.ts';
import type { Session } from './session.ts';
import type { YoutubeSettings } from './settings.ts';

type At = Publishing<YoutubeSettings>;

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 60_000;

const uploads = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({ title: z.string(), publishedAt: z.string() }),
        contentDetails: z.object({ videoId: z.string() }),
      }),
    )
    .default([]),
});

const files = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        fileDetails: z
          .object({ fileName: z.string().optional(), fileSize: z.string().optional() })
          .optional(),
      }),
    )
    .default([]),
});

/** Once the session is forgotten: our file among the channel's newest uploads, or null. */
export async function findVideo(at: At, session: Session, begunAt: number): Promise<string | null> {
  const channels = await listChannels(at);
  const own = channels.find(({ id }) => id === at.account.externalId);
  const playlistId = own?.contentDetails?.relatedPlaylists?.uploads;
  if (playlistId === undefined) return null;
  const query = { part: 'snippet,contentDetails', playlistId, maxResults: '50' };
  const { items } = await dataGet(at, 'playlistItems', query, uploads);
  const recent = items.filter(({ snippet }) => Date.parse(snippet.publishedAt) >= begunAt - EARLIER_MS);
  if (recent.length === 0) return null;
  const details = await readFiles(
    at,
    recent.map(({ contentDetails }) => contentDetails.videoId),
  );
  const byName = details.find(({ fileDetails }) => fileDetails?.fileName === session.fileName);
  if (byName) return byName.id;
  // The name may not have been kept: then title and size must fit, and only one video may.
  const title = videoTitle(at.post);
  const alike = recent.filter(({ snippet, contentDetails }) => {
    const size = details.find(({ id }) => id === contentDetails.videoId)?.fileDetails?.fileSize;
    return snippet.title === title && (size === undefined || size === String(session.total));
  });
  const ours = await notTaken(
    at,
    alike.map(({ contentDetails }) => ({ id: contentDetails.videoId })),
  );
  return ours.length === 1 ? String(ours[0]?.id) : null;
}

async function readFiles(at: At, ids: readonly string[]): Promise<z.infer<typeof files>['items']> {
  try {
    return (await dataGet(at, 'videos', { part: 'fileDetails', id: ids.join(',') }, files)).items;
  } catch (error) {
    // File details are the owner's alone and not always there; the titles remain.
    const refused = error instanceof PostboteError && error.outcome === 'refused' && !error.refreshable;
    if (refused && !error.retry) return [];
    throw error;
  }
}
