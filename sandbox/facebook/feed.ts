import { randomDigits } from '../accounts.ts';
import { type GraphProblem, refuse } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { listPosts, publishPost } from '../posts.ts';
import { requireRoom } from '../quotas.ts';
import type { PostMedia } from '../store.ts';
import type { World } from '../world.ts';
import { findPhoto, type Photo, savePhoto } from './photos.ts';
import { postsQuota } from './quotas.ts';
import { facebook, requireAuthor } from './sign-in.ts';

const maxMessage = 63_206;

export const duplicate: GraphProblem = {
  code: 506,
  subcode: 1455006,
  message: '(#506) Duplicate status message',
  title: 'Duplicate Status Update',
  explanation:
    'This status update is identical to the last one you posted. Try posting something different, or delete your previous update.',
};
const postedBefore: GraphProblem = {
  code: 100,
  subcode: 1366051,
  message: 'Invalid parameter',
  title: 'Photos already posted',
  explanation: 'These photos were already posted.',
};

/** POST /{page-id}/feed: text, a link, or photos that were uploaded unpublished. */
export async function postToFeed(call: Call): Promise<Answer> {
  const { page, appId } = await requireAuthor(call);
  const parameter = await parametersOf(call);
  const message = parameter('message');
  const link = parameter('link') === '' ? null : readLink(parameter('link'));
  const ids = await readAttached(call);
  if (parameter('published') === 'false') {
    refuse({ code: 100, message: '(#100) This sandbox does not keep unpublished posts' });
  }
  if (message.trim() === '' && link === null && ids.length === 0) {
    refuse({ code: 100, message: '(#100) Missing message or attachment' });
  }
  if (message.length > maxMessage) refuse({ code: 100, message: '(#100) Param message is too long' });
  return call.world.store.transaction(() => {
    const photos = ids.map((id) => requirePhoto(call, page.id, id));
    if (photos.length === 0 && isDuplicate(call.world, page.id, message, link)) refuse(duplicate);
    const id = createFeedPost(call, { page: page.id, appId, message, photos, link });
    return ok({ id });
  });
}

export function createFeedPost(
  call: Call,
  post: { page: string; appId: string; message: string; photos: readonly Photo[]; link?: string | null },
): string {
  const { page, appId, message, photos, link = null } = post;
  const { world } = call;
  requireRoom(call, facebook, postsQuota, page);
  world.quotas.spend(facebook, postsQuota, page, 1);
  const id = `${page}_${randomDigits(18, '122')}`;
  publishPost(world.store, {
    platform: facebook,
    account: page,
    id,
    text: message,
    type: photos.length > 1 ? 'carousel' : photos.length === 1 ? 'image' : 'text',
    media: photos.map(seenPhoto),
    cover: null,
    publishedAt: world.now(),
    data: { kind: 'feed', appId, link, photoIds: photos.map((photo) => photo.id), videoId: null },
  });
  for (const photo of photos) savePhoto(world, { ...photo, postId: id });
  return id;
}

function seenPhoto({ size, alt, upload }: Photo): PostMedia {
  return { type: 'image', size, alt, ...(upload === null ? {} : { upload }) };
}

/** `attached_media=[{"media_fbid":"1"},…]`, or `attached_media[0]={"media_fbid":"1"}` and so on. */
async function readAttached(call: Call): Promise<string[]> {
  const body = await call.body();
  const given = body.attached_media ?? call.query.get('attached_media');
  const indexed = Object.keys(body)
    .filter((name) => /^attached_media\[\d+\]$/.test(name))
    .toSorted((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    .map((name) => parse(body[name]));
  const list = given === undefined || given === null ? indexed : parse(given);
  if (!Array.isArray(list))
    return refuse({ code: 100, message: '(#100) param attached_media must be an array.' });
  return list.map((item) => {
    const id = (item as { media_fbid?: unknown } | null)?.media_fbid;
    if (typeof id === 'string' || typeof id === 'number') return String(id);
    return refuse({ code: 100, message: '(#100) param attached_media has no media_fbid.' });
  });
}

function parse(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return refuse({ code: 100, message: '(#100) param attached_media must be JSON.' });
  }
}

function requirePhoto(call: Call, page: string, id: string): Photo {
  const photo = findPhoto(call.world, id);
  if (photo === null || photo.page !== page) {
    return refuse({ code: 100, message: `(#100) Invalid parameter: no photo ${id} to attach` });
  }
  return photo.postId === null ? photo : refuse(postedBefore);
}

function readLink(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return refuse({ code: 100, subcode: 1609005, message: '(#100) The url you supplied is invalid' });
  }
  if (/(^|\.)facebook\.com$/.test(url.hostname)) {
    return refuse({
      code: 100,
      subcode: 1609008,
      message: '(#100) Posting of facebook links is not allowed',
    });
  }
  return given;
}

/** Two equal posts in a row are refused; one in between lifts it. */
function isDuplicate(world: World, page: string, message: string, link: string | null): boolean {
  const [last] = listPosts(world.store, { platform: facebook, account: page, limit: 1 }).posts;
  return last !== undefined && last.type === 'text' && last.text === message && last.data.link === link;
}
