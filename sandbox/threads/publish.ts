import { randomDigits, randomWord } from '../accounts.ts';
import { refuse, usageHeaders } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { listPosts, publishPost } from '../posts.ts';
import type { PostMedia } from '../store.ts';
import type { World } from '../world.ts';
import {
  type Container,
  findContainer,
  invalid,
  mediaNotFound,
  saveContainer,
  statusOf,
} from './container.ts';
import { requireOwner, threads } from './sign-in.ts';

export const dailyPosts = 250;
export const dailyReplies = 1000;
export const quotaSeconds = 86_400;

/** POST /{user-id}/threads_publish: once per container. */
export async function publishThread(call: Call): Promise<Answer> {
  const account = await requireOwner(call);
  const id = (await parametersOf(call))('creation_id');
  if (id === '') return invalid('creation_id is required');
  // The publishing side may not know yet what the status calls FINISHED: slow_processing aimed at this call.
  if (call.takeFault('slow_processing', account.id) !== null) return refuse(mediaNotFound);
  return call.world.store.transaction(() => {
    const container = findContainer(call.world, id);
    if (container === null || container.account !== account.id || container.isCarouselItem) {
      return refuse(mediaNotFound);
    }
    const status = statusOf(call.world, container);
    if (status !== 'FINISHED') return refuse(mediaNotFound);
    return ok({ id: publishContainer(call, container) }, usageHeaders('threads'));
  });
}

export function publishContainer(call: Call, container: Container): string {
  const { world } = call;
  const { posts, replies } = quotaUsed(world, container.account);
  if (container.replyTo === null ? posts >= dailyPosts : replies >= dailyReplies) {
    refuse({ code: 4, subcode: 2207042, message: 'You reached the maximum number of posts for 24 hours' });
  }
  const id = randomDigits(17, '18');
  const items =
    container.mediaType === 'CAROUSEL'
      ? container.children.map((child) => findContainer(world, child)).filter((child) => child !== null)
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
  saveContainer(world, { ...container, mediaId: id });
  return id;
}

export function quotaUsed(world: World, account: string): { posts: number; replies: number } {
  const fromAt = world.now() - quotaSeconds * 1000 + 1;
  const { posts } = listPosts(world.store, { platform: threads, account, fromAt, limit: 2000 });
  const replies = posts.filter((post) => post.data.replyTo !== null).length;
  return { posts: posts.length - replies, replies };
}

function seenMedia({ mediaType, altText, result }: Container): PostMedia {
  const upload = result?.media?.upload;
  return {
    type: mediaType === 'VIDEO' ? 'video' : 'image',
    size: result?.media?.size ?? 0,
    alt: altText,
    ...(upload === undefined ? {} : { upload }),
  };
}
