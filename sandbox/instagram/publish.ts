import { randomDigits, randomWord } from '../accounts.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { publishPost } from '../posts.ts';
import { requireRoom } from '../quotas.ts';
import type { PostMedia } from '../store.ts';
import type { World } from '../world.ts';
import { type Container, containers } from './container.ts';
import { notReady, refuse } from './graph-error.ts';
import { postsQuota } from './quotas.ts';
import { instagram, requireOwner } from './sign-in.ts';

/** POST /{ig-id}/media_publish: the only call that makes something public, once per container. */
export async function publishContainer(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const input = await call.body();
  const creationId = String(input.creation_id ?? call.query.get('creation_id') ?? '');
  const { world } = call;
  if (creationId === '') return refuse({ code: 100, message: 'The parameter creation_id is required.' });
  return world.store.transaction(() => {
    const container = containers.find(world, creationId);
    if (container === null || container.account !== account.id) {
      return refuse({
        code: 24,
        subcode: 2207008,
        message: `The media builder with creation id = ${creationId} does not exist or has been expired`,
      });
    }
    const status = containers.status(world, container);
    if (status === 'PUBLISHED') {
      return refuse({
        code: 24,
        subcode: 2207006,
        message: 'The requested resource does not exist',
        title: 'Media already published',
        explanation: `The media with creation id ${creationId} has been published already.`,
      });
    }
    if (status === 'EXPIRED') {
      return refuse({
        code: 24,
        subcode: 2207008,
        message: `The media builder with creation id = ${creationId} has been expired`,
      });
    }
    if (status !== 'FINISHED' || container.isCarouselItem) return refuse(notReady);
    requireRoom(call, instagram, postsQuota, account.id);
    world.quotas.spend(instagram, postsQuota, account.id, 1);
    return ok({ id: goLive(world, container) });
  });
}

function goLive(world: World, container: Container): string {
  const id = randomDigits(17, '1790');
  const items =
    container.mediaType === 'CAROUSEL'
      ? container.children.map((child) => containers.find(world, child)).filter((child) => child !== null)
      : [container];
  const media = items.map(seenMedia);
  const cover = container.result?.cover ?? null;
  publishPost(world.store, {
    platform: instagram,
    account: container.account,
    id,
    text: container.caption,
    type: container.mediaType === 'CAROUSEL' ? 'carousel' : (media[0]?.type ?? 'image'),
    media,
    cover: cover === null ? null : (cover.upload ?? ''),
    publishedAt: world.now(),
    data: {
      shortcode: randomWord(8).replace(/[-_]/g, 'x'),
      mediaType:
        container.mediaType === 'CAROUSEL'
          ? 'CAROUSEL_ALBUM'
          : media[0]?.type === 'video'
            ? 'VIDEO'
            : 'IMAGE',
      productType: { STORIES: 'STORY', REELS: 'REELS' }[container.mediaType as string] ?? 'FEED',
      children: items.length > 1 ? items.map((child) => child.id) : [],
    },
  });
  containers.change(world, container.id, { mediaId: id });
  return id;
}

function seenMedia(container: Container): PostMedia {
  const { result, altText, videoUrl, isResumable } = container;
  const type = videoUrl !== null || isResumable ? 'video' : 'image';
  const { size = 0, upload, film } = result?.media ?? {};
  return { type, size, alt: altText, ...(upload && { upload }), ...(film && { film }) };
}
