import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { plainOf } from './little-text.ts';
import { restGet } from './rest.ts';

type At = Publishing<unknown>;

/** What a post is recognised by. */
export interface Sent {
  readonly commentary: string;
  /** URNs minted for this post alone. */
  readonly media: readonly string[];
  readonly source: string | null;
}

const listed = z.object({
  id: z.string(),
  commentary: z.string().default(''),
  createdAt: z.number().optional(),
  lastModifiedAt: z.number().optional(),
  content: z
    .object({
      media: z.object({ id: z.string() }).optional(),
      multiImage: z.object({ images: z.array(z.object({ id: z.string() })) }).optional(),
      article: z.object({ source: z.string().optional() }).optional(),
    })
    .optional(),
});
export type ListedPost = z.infer<typeof listed>;

const listing = z.object({ elements: z.array(listed) });

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 30_000;
const PAGE_SIZE = 20;
const MAX_PAGES = 10;

/** Looks among a page's newest posts; a member's cannot be listed at all. */
export async function findPost(at: At, sent: Sent, begunAt: number): Promise<Found<{ urn: string }>> {
  const from = begunAt - EARLIER_MS;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const elements = await readPosts(at, page * PAGE_SIZE);
    const [found] = await notTaken(
      at,
      elements.filter((item) => isOurs(item, sent, from)),
    );
    if (found) return { is: 'live', value: { urn: found.id } };
    const oldest = elements.at(-1)?.lastModifiedAt ?? 0;
    if (elements.length < PAGE_SIZE || oldest < from) return { is: 'absent' };
  }
  throw new PostboteError('outcome_unknown', { facts: { platform: 'linkedin', reason: 'too_many_posts' } });
}

async function readPosts(at: At, start: number): Promise<ListedPost[]> {
  const author = encodeURIComponent(at.account.externalId);
  const path = `/rest/posts?q=author&author=${author}&count=${PAGE_SIZE}&start=${start}&sortBy=LAST_MODIFIED`;
  try {
    return (await restGet(at, path, listing, { method: 'FINDER' })).elements;
  } catch (error) {
    // Reading is granted apart from writing (r_organization_social): without it nobody can tell.
    if (!(error instanceof PostboteError && error.code === 'platform_permission')) throw error;
    throw new PostboteError('outcome_unknown', { facts: error.facts, raw: error.raw });
  }
}

export function isOurs(item: ListedPost, sent: Sent, from: number): boolean {
  const { media, multiImage, article } = item.content ?? {};
  const shown = [...(media ? [media.id] : []), ...(multiImage?.images ?? []).map(({ id }) => id)];
  if (sent.media.length > 0) return sent.media.some((urn) => shown.includes(urn));
  return (
    shown.length === 0 &&
    (item.createdAt ?? 0) >= from &&
    (article?.source ?? null) === sent.source &&
    plainOf(item.commentary) === plainOf(sent.commentary)
  );
}
