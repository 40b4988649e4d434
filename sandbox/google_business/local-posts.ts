import { randomDigits } from '../accounts.ts';
import { findObject, listObjects, putObject, removeObject } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { publishPost, removePost } from '../posts.ts';
import type { Moment, World } from '../world.ts';
import { breaksPolicy, checkPost } from './check-post.ts';
import { badPhoto, fetchPhoto } from './fetch-photo.ts';
import { notFound } from './google-error.ts';
import { paged } from './paged.ts';
import { google, hasVoice } from './places.ts';
import { locationName, requireLocation } from './sign-in.ts';

const processingSeconds = 2;

interface LocalPost {
  readonly name: string;
  /** The body as it was sent. */
  readonly fields: Record<string, unknown>;
  readonly createdAt: number;
  readonly begun: Moment;
  readonly seconds: number;
  /** Decided at once, told after the review. */
  readonly isRejected: boolean;
}

/**
 * POST /v4/{location}/localPosts: a second call with the same body makes a second post. 200 only says that
 * Google has it. What the review will refuse never reaches the feed; the rest is there from the start, so
 * that a double shows at once.
 */
export async function createLocalPost(call: Call): Promise<Answer> {
  const location = requireLocation(call);
  const fields = await call.body();
  checkPost(fields);
  const { world } = call;
  if (fields.media !== undefined && call.takeFault('rejected_media', location.id) !== null) {
    badPhoto('The photo was refused');
  }
  const media = await fetchPhoto(world, location.id, fields.media);
  const slower = call.takeFault('slow_processing', location.id)?.seconds ?? 0;
  const post: LocalPost = {
    name: `${location.id}/localPosts/${randomDigits(19, '5')}`,
    fields,
    createdAt: world.now(),
    begun: world.moment(),
    seconds: hasVoice(location) ? processingSeconds + slower : Number.MAX_SAFE_INTEGER,
    isRejected: breaksPolicy(fields),
  };
  world.store.transaction(() => {
    putObject(world.store, google, 'local_post', location.id, post.name, post);
    if (post.isRejected || !hasVoice(location)) return;
    publishPost(world.store, {
      platform: google,
      account: location.id,
      id: post.name,
      text: String(fields.summary ?? ''),
      type: media.length > 0 ? 'image' : 'text',
      media,
      cover: null,
      publishedAt: world.now(),
      data: { topicType: fields.topicType, callToAction: fields.callToAction ?? null },
    });
  });
  return ok(viewOf(world, post));
}

export function listLocalPosts(call: Call): Answer {
  const location = requireLocation(call);
  const posts = listObjects<LocalPost>(call.world.store, google, 'local_post', location.id)
    .map((row) => row.data)
    .sort((a, b) => b.createdAt - a.createdAt || b.name.localeCompare(a.name));
  const page = paged(call, posts, { usual: 20, max: 100 }, (post) => post.name);
  const localPosts = page.items.map((post) => viewOf(call.world, post));
  return ok({ ...(localPosts.length > 0 && { localPosts }), ...page.next });
}

export function getLocalPost(call: Call): Answer {
  return ok(viewOf(call.world, requirePost(call)));
}

export function deleteLocalPost(call: Call): Answer {
  const { name } = requirePost(call);
  call.world.store.transaction(() => {
    removeObject(call.world.store, google, 'local_post', locationName(call), name);
    removePost(call.world.store, google, locationName(call), name);
  });
  return ok({});
}

function requirePost(call: Call): LocalPost {
  const location = requireLocation(call);
  const name = `${location.id}/localPosts/${call.params.post}`;
  return findObject<LocalPost>(call.world.store, google, 'local_post', name, location.id)?.data ?? notFound();
}

function viewOf(world: World, post: LocalPost): Record<string, unknown> {
  const isDone = world.passed(post.begun, post.seconds);
  const state = !isDone ? 'PROCESSING' : post.isRejected ? 'REJECTED' : 'LIVE';
  const time = new Date(post.createdAt).toISOString();
  return {
    name: post.name,
    languageCode: 'de',
    ...post.fields,
    state,
    createTime: time,
    updateTime: time,
    // Not there at first.
    ...(state === 'LIVE' && { searchUrl: `${world.home()}/${pagePath(post.name)}` }),
  };
}

/** The real one is local.google.com/place?id=…&use=posts&lpsid=…; the sandbox finds its pages by path alone. */
export function pagePath(name: string): string {
  const [, , , location, , post] = name.split('/');
  return `google_business/place/${location}/posts/${post}`;
}
