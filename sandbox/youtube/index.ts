import { expireToken, findAccount, randomWord } from '../accounts.ts';
import { postPage } from '../feed/post-page.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import type { Account } from '../store.ts';
import { queryReport } from './analytics.ts';
import { listChannels, listPlaylistItems } from './channel.ts';
import { answers } from './google-error.ts';
import { revoke, token } from './oauth.ts';
import { quotas } from './quotas.ts';
import { type Kind, kindOf } from './range.ts';
import { findSession, openSession } from './session.ts';
import { setThumbnail } from './thumbnail.ts';
import { accountBehind, everyScope, issueAccess, keepRefresh, youtube } from './tokens.ts';
import { askSession, uploadBytes } from './upload.ts';
import { deleteVideo, listCategories, listVideos } from './videos.ts';

type Run = (call: Call) => Promise<Answer> | Answer;

function route(operation: string, method: Route['method'], path: string, run: Run, host = 'api'): Route {
  const isSignedIn = host !== 'oauth' && host !== 'web' && method !== 'PUT';
  return { operation, method, host, path, run, signedIn: isSignedIn };
}

/** One address, three meanings; the operation `finish` is the moment a video comes into being. */
function sessionRoute(operation: Kind, run: Run): Route {
  const when = (call: Call) => kindOf(call) === operation;
  return { ...route(operation, 'PUT', '/upload/youtube/v3/videos', run), when };
}

const routes: Route[] = [
  route('token', 'POST', '/token', token, 'oauth'),
  route('revoke', 'POST', '/revoke', revoke, 'oauth'),
  route('insert', 'POST', '/upload/youtube/v3/videos', openSession),
  sessionRoute('session', askSession),
  sessionRoute('chunk', uploadBytes),
  sessionRoute('finish', uploadBytes),
  route('thumbnail', 'POST', '/upload/youtube/v3/thumbnails/set', setThumbnail),
  route('videos', 'GET', '/youtube/v3/videos', listVideos),
  route('videos_delete', 'DELETE', '/youtube/v3/videos', deleteVideo),
  route('channels', 'GET', '/youtube/v3/channels', listChannels),
  route('playlist_items', 'GET', '/youtube/v3/playlistItems', listPlaylistItems),
  route('video_categories', 'GET', '/youtube/v3/videoCategories', listCategories),
  route('reports', 'GET', '/v2/reports', queryReport, 'analytics'),
  route('watch', 'GET', '/watch', watch, 'web'),
];

/** The only permalink that names its post in the query, which `findByPage` does not see. */
function watch(call: Call): Answer {
  const post = findPost(call.world.store, youtube, call.query.get('v') ?? '');
  return post === null ? answers.notFound('/watch', 'GET') : postPage(call.world, post);
}

/** A session's address stands for its owner, a token request for the owner of what it brings. */
async function caller(call: Call): Promise<Account | null> {
  if (call.query.has('upload_id')) {
    const session = findSession(call);
    return session === null ? null : findAccount(call.world.store, youtube, session.account);
  }
  if (call.operation !== 'token' && call.operation !== 'revoke') return accountBehind(call, call.bearer);
  const { refresh_token: refresh, token: given } = await call.body();
  return accountBehind(call, refresh ?? given ?? call.query.get('token'));
}

export const youtubePlatform: PretendPlatform = {
  id: youtube,
  name: 'YouTube',
  colour: '#c4302b',
  mounts: {
    api: 'youtube',
    web: 'youtube',
    oauth: 'youtube-oauth',
    accounts: 'youtube-accounts',
    analytics: 'youtube-analytics',
  },
  routes,
  publishing: ['finish'],
  intake: ['finish'],
  answers,
  quotas,
  consent: {
    host: 'accounts',
    path: '/o/oauth2/v2/auth',
    clientIdName: 'client_id',
    pkce: false,
    isGranular: true,
  },
  caller,

  issueCredentials(world, account, lifetime) {
    const clientId = `${randomWord(16)}.apps.googleusercontent.com`;
    const grant = { client: null, scope: everyScope, project: clientId };
    const access = issueAccess(world, account.id, grant, lifetime ?? undefined);
    const refreshToken = keepRefresh(world, account.id, grant);
    const extra = { clientId, clientSecret: `GOCSPX-${randomWord(20)}` };
    return { accessToken: access.token, refreshToken, expiresAt: access.expiresAt, extra };
  },
  newAccountId: () => `UC${randomWord(17).slice(0, 22)}`,
  toUsername: (typed) => typed.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 30) || 'someone',
  async expireToken(call) {
    const given = call.operation === 'token' ? String((await call.body()).refresh_token ?? '') : call.bearer;
    if (given !== null) expireToken(call.world.store, youtube, given, call.world.now());
  },
  pagePath: (post) => `youtube/watch?v=${post.id}`,
  findByPage(world, path) {
    const id = /^\/(?:shorts|live|embed)\/([\w-]+)$/.exec(path)?.[1];
    return id === undefined ? null : findPost(world.store, youtube, id);
  },
};
