import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { twitterError } from './errors.ts';
import { isSameText } from './same-text.ts';
import { bearer, type UploadedMedia } from './upload.ts';

type At = Publishing<unknown>;

const url = z.object({
  url: z.string().nullish(),
  expanded_url: z.string().nullish(),
  media_key: z.string().nullish(),
});
const entities = z.object({ urls: z.array(url).nullish() }).nullish();
const note = z.object({ text: z.string(), entities }).nullish();
const post = z.object({
  id: z.string(),
  text: z.string(),
  entities,
  attachments: z.object({ media_keys: z.array(z.string()).nullish() }).nullish(),
  // A long post shows its whole text here; prose and specification differ on the name.
  note_tweet: note,
  note_post: note,
});
type TimelinePost = z.infer<typeof post>;

const timeline = z.object({
  data: z.array(post).optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
});

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 30_000;
const MAX_PAGES = 10;

/** Looks for our post among the account's newest: by media key where there is one, else by text. */
export async function findPost(
  at: At,
  media: readonly UploadedMedia[],
  begunAt: number,
): Promise<Found<{ id: string }>> {
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data = [], meta } = await readTimeline(at, begunAt - EARLIER_MS, token);
    const [found] = await notTaken(
      at,
      data.filter((item) => isOurs(item, at.post.text, media)),
    );
    if (found) return { is: 'live', value: { id: found.id } };
    token = meta?.next_token;
    if (token === undefined) return { is: 'absent' };
  }
  throw new PostboteError('outcome_unknown', { facts: { platform: 'twitter', reason: 'too_many_posts' } });
}

async function readTimeline(at: At, sinceMs: number, token: string | undefined) {
  const query = new URLSearchParams({
    max_results: '20',
    start_time: new Date(sinceMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    'tweet.fields': 'created_at,text,attachments,entities,note_tweet',
    exclude: 'retweets',
    ...(token !== undefined && { pagination_token: token }),
  });
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/2/users/${at.account.externalId}/tweets?${query}`,
    headers: bearer(at),
    classify: (refusal) => {
      const error = twitterError(refusal);
      // Reading is paid and granted apart from writing: without it nobody can tell.
      const unreadable = refusal.status === 402 || refusal.status === 403;
      return unreadable
        ? new PostboteError('outcome_unknown', { facts: error.facts, raw: error.raw })
        : error;
    },
  });
  return readAnswer(answer, timeline);
}

export function isOurs(item: TimelinePost, text: string, media: readonly UploadedMedia[]): boolean {
  const [first] = media;
  if (first) {
    const keys = item.attachments?.media_keys ?? [];
    // A media key is the kind, an underscore and the media id.
    return keys.some((key) => (first.mediaKey ? key === first.mediaKey : key.endsWith(`_${first.id}`)));
  }
  return [item, item.note_tweet, item.note_post].some((seen) => seen && isSameText(text, seen));
}
