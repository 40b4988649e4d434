import { randomUUID } from 'node:crypto';
import { expirePresented, plainName, randomWord } from '../accounts.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { answers } from './answers.ts';
import { getUserInfo, queryCreator } from './creator.ts';
import { initContent, initInboxVideo, initVideo } from './init.ts';
import { allScopes, caller, issueTokens, revoke, tiktok, token } from './oauth.ts';
import { quotas } from './quotas.ts';
import { cancel, fetchStatus } from './status.ts';
import { uploadChunk } from './upload.ts';
import { findByPage, listVideos, pagePath, queryVideos } from './videos.ts';

type Run = (call: Call) => Promise<Answer> | Answer;

function route(operation: string, method: Route['method'], path: string, run: Run, signedIn = true): Route {
  return { operation, method, host: 'api', path, run, signedIn };
}

/** Every path ends in a slash, as TikTok writes them. */
const routes: Route[] = [
  route('token', 'POST', '/v2/oauth/token/', token, false),
  route('revoke', 'POST', '/v2/oauth/revoke/', revoke, false),
  route('user_info', 'GET', '/v2/user/info/', getUserInfo),
  route('creator_info', 'POST', '/v2/post/publish/creator_info/query/', queryCreator),
  route('video_init', 'POST', '/v2/post/publish/video/init/', initVideo),
  route('inbox_video_init', 'POST', '/v2/post/publish/inbox/video/init/', initInboxVideo),
  route('content_init', 'POST', '/v2/post/publish/content/init/', initContent),
  route('status', 'POST', '/v2/post/publish/status/fetch/', fetchStatus),
  route('cancel', 'POST', '/v2/post/publish/cancel/', cancel),
  route('video_list', 'POST', '/v2/video/list/', listVideos),
  route('video_query', 'POST', '/v2/video/query/', queryVideos),
  { operation: 'upload', method: 'PUT', host: 'upload', path: '/video/', run: uploadChunk, signedIn: false },
];

export const tiktokPlatform: PretendPlatform = {
  id: tiktok,
  name: 'TikTok',
  colour: '#fe2c55',
  mounts: { api: 'tiktok', web: 'tiktok', upload: 'tiktok-upload' },
  routes,
  // There is no publishing call: the last byte is it, and for photos the init.
  publishing: ['upload', 'content_init'],
  intake: ['upload', 'content_init', 'video_init', 'inbox_video_init'],
  answers,
  quotas,
  consent: {
    host: 'web',
    path: '/v2/auth/authorize',
    clientIdName: 'client_key',
    pkce: false,
    isGranular: true,
  },
  caller,

  issueCredentials(world, account, lifetime) {
    const client = { clientId: `aw${randomWord(12)}`, clientSecret: randomWord(24) };
    const tokens = issueTokens(world, account.id, null, allScopes, lifetime ?? undefined);
    return { ...tokens, extra: { ...client, scope: allScopes } };
  },
  newAccountId: () => randomUUID(),
  toUsername: (typed) => plainName(typed, 24),
  expireToken: (call) => expirePresented(call, tiktok),
  pagePath,
  findByPage,
};
