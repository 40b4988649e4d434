import { findAccount, randomDigits } from '../accounts.ts';
import { callQuota } from '../graph/call-quota.ts';
import { stockAnswers } from '../graph/problem.ts';
import { graphRoute } from '../graph/request.ts';
import type { Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import type { Post } from '../store.ts';
import type { World } from '../world.ts';
import { setThumbnail } from './cover.ts';
import { postToFeed } from './feed.ts';
import { getPageInsights, getPostInsights, getVideoInsights } from './insights.ts';
import { accessToken, debugToken, getPermissions } from './oauth.ts';
import { getProfile, listBusinesses, listBusinessPages, listPages } from './pages.ts';
import { createPhoto, findPhoto } from './photos.ts';
import { postsQuota, reelsQuota } from './quotas.ts';
import { deletePost, getPhoto, getPost, getVideo, listPublished, permalinkPath } from './read.ts';
import { postReel, uploadReel } from './reels.ts';
import { caller, expireToken, facebook, issueToken, noEnd } from './sign-in.ts';
import { findVideo } from './video.ts';
import { uploadVideo } from './video-upload.ts';

type When = (call: Call) => boolean;

const isVideo: When = (call) => findVideo(call.world, call.params.id ?? '') !== null;
const isPhoto: When = (call) => findPhoto(call.world, call.params.id ?? '') !== null;
const isProfile: When = (call) =>
  call.params.id === 'me' || findAccount(call.world.store, facebook, call.params.id ?? '') !== null;
/** With the phase in the address a fault can tell the publishing call from the others on the same edge. */
const isFinish: When = (call) => call.query.get('upload_phase') === 'finish';

const routes: Route[] = [
  ...graphRoute('token', 'GET', '/oauth/access_token', accessToken, { signedIn: false }),
  ...graphRoute('debug_token', 'GET', '/debug_token', debugToken, { signedIn: false }),
  ...graphRoute('permissions', 'GET', '/me/permissions', getPermissions),
  ...graphRoute('accounts', 'GET', '/me/accounts', listPages),
  ...graphRoute('businesses', 'GET', '/me/businesses', listBusinesses),
  ...graphRoute('owned_pages', 'GET', '/:id/owned_pages', listBusinessPages),
  ...graphRoute('client_pages', 'GET', '/:id/client_pages', listBusinessPages),
  ...graphRoute('feed', 'POST', '/:id/feed', postToFeed),
  ...graphRoute('photos', 'POST', '/:id/photos', createPhoto),
  ...graphRoute('videos_finish', 'POST', '/:id/videos', uploadVideo, { when: isFinish }),
  ...graphRoute('videos', 'POST', '/:id/videos', uploadVideo),
  ...graphRoute('video_reels_finish', 'POST', '/:id/video_reels', postReel, { when: isFinish }),
  ...graphRoute('video_reels', 'POST', '/:id/video_reels', postReel),
  ...graphRoute('thumbnails', 'POST', '/:id/thumbnails', setThumbnail),
  ...graphRoute('published_posts', 'GET', '/:id/published_posts', listPublished),
  ...graphRoute('page_insights', 'GET', '/:id/insights', getPageInsights, { when: isProfile }),
  ...graphRoute('post_insights', 'GET', '/:id/insights', getPostInsights),
  ...graphRoute('video_insights', 'GET', '/:id/video_insights', getVideoInsights),
  ...graphRoute('profile', 'GET', '/:id', getProfile, { when: isProfile }),
  ...graphRoute('video_get', 'GET', '/:id', getVideo, { when: isVideo }),
  ...graphRoute('photo_get', 'GET', '/:id', getPhoto, { when: isPhoto }),
  ...graphRoute('post_get', 'GET', '/:id', getPost),
  ...graphRoute('delete', 'DELETE', '/:id', deletePost),
  {
    operation: 'rupload',
    method: 'POST',
    host: 'rupload',
    path: '/video-upload/:version/:id',
    run: uploadReel,
  },
];

/** An account of this sandbox is a Page: nothing else can be posted to. */
export const facebookPlatform: PretendPlatform = {
  id: facebook,
  name: 'Facebook',
  colour: '#0866ff',
  mounts: { graph: 'facebook-graph', rupload: 'facebook-rupload', web: 'facebook' },
  routes,
  publishing: ['feed', 'videos_finish', 'video_reels_finish'],
  intake: ['photos', 'videos', 'rupload'],
  answers: stockAnswers('pages', 32),
  quotas: [
    postsQuota,
    reelsQuota,
    callQuota('pages', routes, {
      code: 80001,
      message: '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
    }),
  ],
  consent: { host: 'web', path: '/v26.0/dialog/oauth', clientIdName: 'client_id', pkce: false, tail: '#_=_' },
  caller,

  issueCredentials(world, account, lifetime) {
    const clientId = randomDigits(15, '3');
    const expiresAt = lifetime === null ? noEnd : world.now() + lifetime * 1000;
    return {
      accessToken: issueToken(world, 'page', account.id, clientId, expiresAt),
      ...(lifetime === null ? {} : { expiresAt }),
      extra: { clientId },
    };
  },
  newAccountId: () => randomDigits(15, '10'),
  toUsername: (typed) => typed.replace(/[^A-Za-z0-9.]+/g, '.').slice(0, 50) || 'somepage',
  expireToken,
  pagePath: permalinkPath,
  findByPage,
};

function findByPage(world: World, path: string): Post | null {
  const [, page, post] = /^\/(\d+)(?:\/posts\/|_)(\d+)\/?$/.exec(path) ?? [];
  if (post !== undefined) return findPost(world.store, facebook, `${page}_${post}`);
  const video = /^\/(?:reel|\d+\/videos)\/(\d+)\/?$/.exec(path)?.[1];
  const postId = video === undefined ? null : (findVideo(world, video)?.postId ?? null);
  return postId === null ? null : findPost(world.store, facebook, postId);
}
