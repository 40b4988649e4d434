import { expireToken, findAccount, randomDigits } from '../accounts.ts';
import { callQuota } from '../graph/call-quota.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import { findContainer } from './container.ts';
import { createContainer } from './create-container.ts';
import { answers, lyingError } from './graph-error.ts';
import { getAccountInsights, getMediaInsights } from './insights.ts';
import { publishContainer } from './publish.ts';
import { containersQuota, postsQuota } from './quotas.ts';
import { getContainer, getMedia, getPublishingLimit, getUser, listMedia, permalinkPath } from './read.ts';
import { uploadBytes } from './rupload.ts';
import { caller, givenToken, instagram, issueToken, refreshAccessToken } from './sign-in.ts';
import { exchangeToken, tradeCode } from './trade-code.ts';

type Run = (call: Call) => Promise<Answer>;
type When = (call: Call) => boolean;

const isContainer: When = (call) => findContainer(call.world, call.params.id ?? '') !== null;
const isUser: When = (call) =>
  call.params.id === 'me' || findAccount(call.world.store, instagram, call.params.id ?? '') !== null;

/** Every route works with and without a version in its path, as the Graph API does. */
function route(operation: string, method: Route['method'], path: string, run: Run, when?: When): Route[] {
  const common = { operation, method, host: 'graph', run, ...(when === undefined ? {} : { when }) };
  return [
    {
      ...common,
      path: `/:version${path}`,
      when: (call) => /^v\d+\.\d+$/.test(call.params.version ?? '') && (when?.(call) ?? true),
    },
    { ...common, path },
  ];
}

const routes: Route[] = [
  ...route('refresh_access_token', 'GET', '/refresh_access_token', refreshAccessToken).map((item) => ({
    ...item,
    signedIn: false,
  })),
  ...route('access_token', 'GET', '/access_token', exchangeToken).map((item) => ({
    ...item,
    signedIn: false,
  })),
  {
    operation: 'oauth_access_token',
    method: 'POST',
    host: 'api',
    path: '/oauth/access_token',
    signedIn: false,
    run: tradeCode,
  },
  ...route('media', 'POST', '/:id/media', createContainer),
  ...route('media_publish', 'POST', '/:id/media_publish', publishContainer),
  ...route('media_list', 'GET', '/:id/media', listMedia),
  ...route('content_publishing_limit', 'GET', '/:id/content_publishing_limit', getPublishingLimit),
  ...route('account_insights', 'GET', '/:id/insights', getAccountInsights, isUser),
  ...route('media_insights', 'GET', '/:id/insights', getMediaInsights),
  ...route('me', 'GET', '/:id', getUser, isUser),
  ...route('status', 'GET', '/:id', getContainer, isContainer),
  ...route('media_get', 'GET', '/:id', getMedia),
  {
    operation: 'rupload',
    method: 'POST',
    host: 'rupload',
    path: '/ig-api-upload/:version/:id',
    run: uploadBytes,
  },
];

export const instagramPlatform: PretendPlatform = {
  id: instagram,
  name: 'Instagram',
  colour: '#c13584',
  mounts: {
    graph: 'instagram',
    rupload: 'instagram-rupload',
    api: 'instagram-api',
    web: 'instagram',
    www: 'instagram',
  },
  routes,
  publishing: ['media_publish'],
  intake: ['media'],
  lies: { lying_error: lyingError },
  answers,
  quotas: [
    postsQuota,
    containersQuota,
    callQuota('instagram', routes, {
      code: 80002,
      message: '(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.',
    }),
  ],
  consent: { host: 'www', path: '/oauth/authorize', clientIdName: 'client_id', pkce: false, tail: '#_' },
  caller,

  issueCredentials(world, account, lifetime) {
    const { token, expiresAt } = issueToken(world, account.id, lifetime ?? undefined);
    return { accessToken: token, expiresAt };
  },
  newAccountId: () => randomDigits(17, '17841'),
  toUsername: (typed) =>
    typed
      .toLowerCase()
      .replace(/[^a-z0-9._]+/g, '_')
      .slice(0, 30) || 'someone',
  async expireToken(call) {
    const token = await givenToken(call);
    if (token !== null) expireToken(call.world.store, instagram, token, call.world.now());
  },
  pagePath: permalinkPath,
  findByPage(world, path) {
    const code = /^\/(?:p|reel)\/([\w-]+)\/?$/.exec(path)?.[1];
    if (code === undefined) return null;
    const row = world.store.get(
      `SELECT id FROM posts WHERE platform = ? AND json_extract(data, '$.shortcode') = ?`,
      instagram,
      code,
    );
    return row === undefined ? null : findPost(world.store, instagram, String(row.id));
  },
};
