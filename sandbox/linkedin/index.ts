import { expirePresented, findAccount, randomWord } from '../accounts.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import type { Account } from '../store.ts';
import { answers, createdWithoutId } from './answers.ts';
import { findAsset, findAssetById } from './assets.ts';
import { createPost } from './create-post.ts';
import { me, organization, organizationAcls, userinfo } from './identity.ts';
import { getImage, initializeImage, uploadImage } from './images.ts';
import { callerOfToken, linkedin, openPages } from './login.ts';
import { fullScope, issueTokens, revoke, selfServeScope, token, tokenCaller } from './oauth.ts';
import { deletePost, editPost, getPost, listByAuthor } from './posts.ts';
import { postsQuota } from './quotas.ts';
import { memberPostAnalytics, shareStatistics } from './statistics.ts';
import { finalizeVideo, getVideo, initializeVideo, uploadPart, uploadThumbnail } from './videos.ts';

type Run = (call: Call) => Promise<Answer> | Answer;
type Rest = Partial<Pick<Route, 'signedIn' | 'when' | 'host'>>;

function route(operation: string, method: Route['method'], path: string, run: Run, rest: Rest = {}): Route {
  return { operation, method, host: 'api', path, run, ...rest };
}

const action = (name: string): Rest => ({ when: (call) => call.query.get('action') === name });
const www: Rest = { host: 'www' };
const unsigned: Rest = { host: 'www', signedIn: false };

const routes: Route[] = [
  route('token', 'POST', '/oauth/v2/accessToken', token, unsigned),
  route('revoke', 'POST', '/oauth/v2/revoke', revoke, unsigned),
  route('userinfo', 'GET', '/v2/userinfo', userinfo),
  route('me', 'GET', '/v2/me', me),
  route('organization_acls', 'GET', '/rest/organizationAcls', organizationAcls),
  route('organization', 'GET', '/rest/organizations/:id', organization),
  route('image_initialize', 'POST', '/rest/images', initializeImage, action('initializeUpload')),
  route('image_upload', 'PUT', '/dms-uploads/sp/:id/uploaded-image/0', uploadImage, www),
  route('image', 'GET', '/rest/images/:urn', getImage),
  route('video_initialize', 'POST', '/rest/videos', initializeVideo, action('initializeUpload')),
  route('video_part', 'PUT', '/dms-uploads/sp/:id/uploadedVideo/:part', uploadPart, unsigned),
  route('video_thumbnail', 'PUT', '/dms-uploads/sp/:id/uploadedThumbnail', uploadThumbnail, unsigned),
  route('video_finalize', 'POST', '/rest/videos', finalizeVideo, action('finalizeUpload')),
  route('video', 'GET', '/rest/videos/:urn', getVideo),
  route('posts', 'POST', '/rest/posts', createPost),
  route('posts_list', 'GET', '/rest/posts', listByAuthor),
  route('post', 'GET', '/rest/posts/:urn', getPost),
  route('post_edit', 'POST', '/rest/posts/:urn', editPost),
  route('post_delete', 'DELETE', '/rest/posts/:urn', deletePost),
  route('share_statistics', 'GET', '/rest/organizationalEntityShareStatistics', shareStatistics),
  route('member_analytics', 'GET', '/rest/memberCreatorPostAnalytics', memberPostAnalytics),
];

export const linkedinPlatform: PretendPlatform = {
  id: linkedin,
  name: 'LinkedIn',
  colour: '#0a66c2',
  mounts: { api: 'linkedin-api', www: 'linkedin' },
  routes,
  publishing: ['posts'],
  intake: ['image_upload', 'video_finalize'],
  lies: { lying_error: createdWithoutId },
  answers,
  quotas: [postsQuota],
  consent: {
    host: 'www',
    path: '/oauth/v2/authorization',
    clientIdName: 'client_id',
    pkce: false,
    /** An app with "selfserve" in its id has only the products that everybody can add. */
    refuses(clientId, scopes) {
      const beyond = scopes.find((scope) => !selfServeScope.split(' ').includes(scope));
      if (!clientId.includes('selfserve') || beyond === undefined) return null;
      const description = `Scope "${beyond}" is not authorized for your application`;
      return { error: 'unauthorized_scope_error', description };
    },
  },
  caller,

  /** A user name with "selfserve" in it signs in through an app without Community Management: no refresh. */
  issueCredentials(world, account, lifetime) {
    openPages(world, account);
    const client = { clientId: randomWord(10), clientSecret: randomWord(12) };
    const scope = account.username.includes('selfserve') ? selfServeScope : fullScope;
    const { access, refresh } = issueTokens(world, account.id, null, scope, lifetime ?? undefined);
    return {
      accessToken: access.token,
      expiresAt: access.expiresAt,
      ...(refresh && { refreshToken: refresh.token }),
      extra: { ...client, scope },
    };
  },
  newAccountId: () => `urn:li:person:${randomWord(8).slice(0, 10)}`,
  toUsername: (typed) =>
    typed
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 90) || 'someone',
  expireToken: (call) => expirePresented(call, linkedin),
  pagePath: (post) => `linkedin/feed/update/${post.id}/`,
  findByPage(world, path) {
    const [, urn] = /^\/feed\/update\/([^/]+)\/?$/.exec(path) ?? [];
    if (urn === undefined) return null;
    return findPost(world.store, linkedin, urn.replaceAll(/%3A/gi, ':'));
  },
};

/** The author or owner that a call names, so that a page and its member can be told apart. */
async function caller(call: Call): Promise<Account | null> {
  const { world, operation } = call;
  if (operation === 'token' || operation === 'revoke') return await tokenCaller(call);
  return findAccount(world.store, linkedin, (await namedAccount(call)) ?? '') ?? callerOfToken(call);
}

async function namedAccount(call: Call): Promise<string | undefined> {
  const { world, params, query } = call;
  if (params.id !== undefined) return findAssetById(world, params.id)?.owner;
  if (call.operation === 'posts_list') return query.get('author') ?? undefined;
  if (call.request.method !== 'POST') return undefined;
  const input = await call.body();
  const wish = (input.initializeUploadRequest ?? {}) as { owner?: unknown };
  const done = (input.finalizeUploadRequest ?? {}) as { video?: unknown };
  const owner = findAsset(world, String(done.video ?? ''))?.owner;
  return owner ?? String(wish.owner ?? input.author ?? '');
}
