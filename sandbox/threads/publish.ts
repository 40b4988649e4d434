import { randomDigits, randomWord } from '../accounts.ts';
import { refuse } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { publishPost } from '../posts.ts';
import { requireRoom } from '../quotas.ts';
import type { PostMedia } from '../store.ts';
import { type Container, containers, invalid, mediaNotFound } from './container.ts';
import { postsQuota, repliesQuota } from './quotas.ts';
import { requireOwner, threads } from './sign-in.ts';

/** POST /{user-id}/threads_publish: once per container. */
export async function publishThread(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const id = (await parametersOf(call))('creation_id');
  if (id === '') return invalid('creation_id is required');
  // The publishing side may not know yet what the status calls FINISHED: slow_processing aimed at this call.
  if (call.takeFault('slow_processing', account.id) !== null) return refuse(mediaNotFound);
  return call.world.store.transaction(() => {
    const container = containers.find(call.world, id);
    if (container === null || container.account !== account.id || container.isCarouselItem) {
      return refuse(mediaNotFound);
    }
    const status = containers.status(call.world, container);
    if (status !== 'FINISHED') return refuse(mediaNotFound);
    return ok({ id: publishContainer(call, container) });
  });
}

export function publishContainer(call: Call, container: Container): string {
  const { world } = call;
  const quota = container.replyTo === null ? postsQuota : repliesQuota;
  requireRoom(call, threads, quota, container.account);
  world.quotas.spend(threads, quota, container.account, 1);
  const id = randomDigits(17, '18');
  const items =
    container.mediaType === 'CAROUSEL'
      ? container.children.map((child) => containers.find(world, child)).filter((child) => child !== null)
      : [container];
  const media = items.filter((item) => item.mediaUrl !== null).map(seenMedia);
  publishPost(world.store, {
    platform: threads,
    account: container.account,
    id,
    text: container.text,
    type: container.mediaType === 'CAROUSEL' ? 'carousel' : (media[0]?.type ?? 'text'),
    media,
    cover: null,
    publishedAt: world.now(),
    data: {
      shortcode: randomWord(8).replace(/[-_]/g, 'x'),
      mediaType:
        { TEXT: 'TEXT_POST', CAROUSEL: 'CAROUSEL_ALBUM' }[container.mediaType as string] ??
        container.mediaType,
      link: container.link,
      topicTag: container.topicTag,
      replyTo: container.replyTo,
      children: items.length > 1 ? items.map((child) => child.id) : [],
    },
  });
  containers.save(world, { ...container, mediaId: id });
  return id;
}

function seenMedia({ mediaType, altText, result }: Container): PostMedia {
  const { size = 0, upload, film } = result?.media ?? {};
  const type = mediaType === 'VIDEO' ? 'video' : 'image';
  return { type, size, alt: altText, ...(upload && { upload }), ...(film && { film }) };
}
