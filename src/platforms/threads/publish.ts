import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Published, Publishing } from '../publishing.ts';
import { type ReadyContainer, readContainer, readyContainer } from './container.ts';
import { isMediaNotFound, publishError, QUOTA_RETRY_SECONDS } from './errors.ts';
import { findMatches, findPost, type Live } from './find-post.ts';
import { graph } from './graph.ts';
import type { ThreadsSettings } from './index.ts';
import { planPost } from './plan-post.ts';

type At = Publishing<ThreadsSettings>;

/** Containers that one post may use up. */
const ROUNDS = 3;
/** So long the same container is tried again when Threads says it does not know it. */
const UNKNOWN_MS = 60_000;

export async function publish(at: At): Promise<Published> {
  await at.step.repeat('quota', () => requireQuota(at));
  const plan = await planPost(at);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const container = await readyContainer(at, {
      ...plan,
      key: round === 1 ? plan.key : `${plan.key}-r${round}`,
    });
    const live = await at.step.commit<Live | null>(
      `publish-${round}`,
      {
        by: 'asking',
        // FINISHED must be read twice, at least 30 seconds apart, before the same container goes out again.
        looks: [2, 31],
        find: (begunAt) => findPost(at, container.id, begunAt),
        absent: 'repeat',
      },
      () => publishContainer(at, container),
    );
    if (live === null) continue;
    const { mediaId } = live;
    // The container's id is all there is to name the post by; the prefix keeps it from passing as a media id.
    if (mediaId === null) return { id: `container:${container.id}`, url: null };
    return { id: mediaId, url: await at.step.repeat('permalink', () => readPermalink(at, mediaId)) };
  }
  throw new PostboteError('platform_rejected', { facts: { platform: 'threads', reason: '24/4279009' } });
}

const created = z.object({ id: z.string().min(1) });

/**
 * Now and then Threads denies a container (24/4279009) whose status is FINISHED. At first that counts as a lost answer:
 * the state is read before the same container is sent again. After a minute, when neither the state nor the profile
 * knows a post, the container is given up for a new one.
 */
async function publishContainer(at: At, { id: container, readyAt }: ReadyContainer): Promise<Live | null> {
  const begunAt = at.now();
  try {
    const path = `${at.account.externalId}/threads_publish`;
    const { id } = await graph.post(at, path, { creation_id: container }, created, {
      classify: publishError,
    });
    return { mediaId: id };
  } catch (error) {
    if (!isMediaNotFound(error) || begunAt - readyAt < UNKNOWN_MS) throw error;
    const { status } = await readContainer(at, container);
    if (status === 'IN_PROGRESS') throw error;
    const matches = await findMatches(at, readyAt);
    if (status !== 'PUBLISHED' && matches.length === 0) return null;
    return { mediaId: matches.length === 1 ? String(matches[0]) : null };
  }
}

const quota = z.object({
  data: z.array(
    z.object({
      quota_usage: z.number().optional(),
      config: z.object({ quota_total: z.number().optional() }).optional(),
    }),
  ),
});

/** 250 posts in a rolling day by the documentation; the account itself knows best. */
async function requireQuota(at: At): Promise<null> {
  const path = `${at.account.externalId}/threads_publishing_limit`;
  const { data } = await graph.get(at, path, { fields: 'quota_usage,config' }, quota);
  const used = data[0]?.quota_usage ?? 0;
  const total = data[0]?.config?.quota_total ?? Number.POSITIVE_INFINITY;
  if (used < total) return null;
  throw new PostboteError('platform_rate_limited', {
    facts: { platform: 'threads', used, total },
    retryAfterSeconds: QUOTA_RETRY_SECONDS,
  });
}

async function readPermalink(at: At, mediaId: string): Promise<string | null> {
  try {
    const shape = z.object({ permalink: z.url() });
    return (await graph.get(at, mediaId, { fields: 'permalink' }, shape)).permalink;
  } catch (error) {
    // Without its short code nobody can build the address; a missing link never undoes a live post.
    if (error instanceof PostboteError) return null;
    throw error;
  }
}
