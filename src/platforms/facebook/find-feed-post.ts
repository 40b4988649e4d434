import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { isSameText } from '../meta/same-text.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { graph } from './graph.ts';
import type { FacebookSettings } from './index.ts';

type At = Publishing<FacebookSettings>;

const target = z.object({ target: z.object({ id: z.string().optional() }).optional() });
const attachment = target.extend({
  unshimmed_url: z.string().optional(),
  subattachments: z.object({ data: z.array(target) }).optional(),
});
const post = z.object({
  id: z.string(),
  message: z.string().optional(),
  created_time: z.string(),
  application: z.object({ id: z.string() }).optional(),
  attachments: z.object({ data: z.array(attachment) }).optional(),
});
export type PagePost = z.infer<typeof post>;

const fields =
  'id,message,created_time,application{id},attachments{target{id},unshimmed_url,subattachments{target{id}}}';

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 60_000;

/** Looks for our post among the Page's newest: by its photos where there are some, else by text and app. */
export async function findFeedPost(
  at: At,
  photos: readonly string[],
  begunAt: number,
): Promise<Found<{ id: string }>> {
  const from = begunAt - EARLIER_MS;
  const query = { fields, since: String(Math.floor(from / 1000)), limit: '25' };
  try {
    for await (const posts of graph.pages(at, `${at.account.externalId}/published_posts`, query, post)) {
      const alike = posts.filter(
        (item) => Date.parse(item.created_time) >= from - 1000 && isOurs(at, item, photos),
      );
      const [found] = await notTaken(at, alike);
      if (found) return { is: 'live', value: { id: found.id } };
    }
  } catch (error) {
    // Reading is granted apart from writing: without it nobody can tell.
    const unreadable = error instanceof PostboteError && error.code === 'platform_permission';
    if (!unreadable) throw error;
    throw new PostboteError('outcome_unknown', { facts: error.facts, raw: error.raw });
  }
  return { is: 'absent' };
}

export function isOurs(
  at: Pick<At, 'credentials' | 'post'>,
  item: PagePost,
  photos: readonly string[],
): boolean {
  const attached = item.attachments?.data ?? [];
  if (photos.length > 0) {
    const shown = attached.flatMap((one) => [one, ...(one.subattachments?.data ?? [])]);
    return shown.some((one) => one.target?.id !== undefined && photos.includes(one.target.id));
  }
  const app = at.credentials.extra?.clientId;
  if (app !== undefined && item.application !== undefined && item.application.id !== app) return false;
  const { link } = at.post.settings;
  const isSameLink = link === undefined || attached.some((one) => isSameAddress(one.unshimmed_url, link));
  return isSameText(item.message ?? '', at.post.text) && (isSameLink || at.post.text.trim() !== '');
}

function isSameAddress(a: string | undefined, b: string): boolean {
  return a !== undefined && URL.parse(a)?.href === URL.parse(b)?.href;
}
