import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts, publishPost, removePost } from '../posts.ts';
import type { Post } from '../store.ts';
import { accessDenied, inputError, refuse, restError } from './answers.ts';
import { checkLength } from './check-post.ts';
import { shownText } from './little-text.ts';
import { isPage, type Login, linkedin, requireAuthor, requireLogin, requireScope, roleOf } from './login.ts';
import { pageOf, readPaging, requireVersion } from './version.ts';

function requireReader(call: Call, login: Login, author: string): void {
  const what = 'partnerApiPostsExternal.GET';
  requireScope(login, what, isPage(author) ? 'r_organization_social' : 'r_member_social');
  if (isPage(author) && roleOf(call.world, login.member.id, author) === null) accessDenied(what);
}

function requirePost(call: Call): Post {
  const urn = decodeURIComponent(call.params.urn ?? '');
  const post = findPost(call.world.store, linkedin, urn);
  return post ?? refuse(restError(404, 'NOT_FOUND', `Could not find entity ${urn}`));
}

export function getPost(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  const post = requirePost(call);
  requireReader(call, login, post.account);
  return ok(postView(post));
}

/** GET /rest/posts?q=author */
export function listByAuthor(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  const author = call.query.get('author') ?? '';
  if (call.query.get('q') !== 'author' || author === '') {
    return restError(400, 'ILLEGAL_ARGUMENT', 'q=author and author are required');
  }
  requireReader(call, login, author);
  const { posts } = listPosts(call.world.store, { platform: linkedin, account: author, limit: 1000 });
  return ok(pageOf(posts.map(postView), readPaging(call)));
}

function postView({ id, account, publishedAt, data }: Post): Record<string, unknown> {
  const { fingerprint: _, isScrambled: __, ...shown } = data;
  return {
    id,
    author: account,
    ...shown,
    lifecycleState: 'PUBLISHED',
    createdAt: publishedAt,
    publishedAt,
    lastModifiedAt: Number(data.lastModifiedAt ?? publishedAt),
    lifecycleStateInfo: { isEditedByAuthor: data.lastModifiedAt !== undefined },
  };
}

/** POST /rest/posts/{urn} with X-RestLi-Method: PARTIAL_UPDATE */
export async function editPost(call: Call): Promise<Answer> {
  requireVersion(call);
  const login = requireLogin(call);
  if (call.request.headers['x-restli-method'] !== 'PARTIAL_UPDATE') {
    return restError(400, 'ILLEGAL_ARGUMENT', 'X-RestLi-Method must be PARTIAL_UPDATE');
  }
  const post = requirePost(call);
  requireAuthor(call, login, post.account, 'partnerApiPostsExternal.PARTIAL_UPDATE');
  const patch = ((await call.body()).patch ?? {}) as { $set?: { commentary?: unknown } };
  const commentary = patch.$set?.commentary;
  if (typeof commentary !== 'string') {
    return inputError(400, 'MISSING_FIELD', 'patch/$set/commentary is required', 'patch/$set');
  }
  const text = shownText(commentary);
  checkLength(text);
  const data = { ...post.data, commentary, lastModifiedAt: call.world.now() };
  publishPost(call.world.store, { ...post, text, data });
  return { status: 204 };
}

/** 204 also when it is already gone. */
export function deletePost(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  const urn = decodeURIComponent(call.params.urn ?? '');
  const post = findPost(call.world.store, linkedin, urn);
  if (post !== null) {
    requireAuthor(call, login, post.account, 'partnerApiPostsExternal.DELETE');
    removePost(call.world.store, linkedin, post.account, urn);
  }
  return { status: 204 };
}
