import { findAccount, plainName, randomDigits } from '../accounts.ts';
import { callQuota } from '../graph/call-quota.ts';
import { graphRoute } from '../graph/request.ts';
import { findByShortcode } from '../graph/shortcode.ts';
import type { Call, PretendPlatform, Route } from '../platform.ts';
import { containers } from './container.ts';
import { createContainer } from './create-container.ts';
import { answers, lyingError } from './graph-error.ts';
import { getAccountInsights, getMediaInsights } from './insights.ts';
import { publishContainer } from './publish.ts';
import { containersQuota, postsQuota } from './quotas.ts';
import { getContainer, getMedia, getPublishingLimit, getUser, listMedia, permalinkPath } from './read.ts';
import { uploadBytes } from './rupload.ts';
import { caller, expireToken, instagram, issueToken, refreshAccessToken } from './sign-in.ts';
import { exchangeToken, tradeCode } from './trade-code.ts';

type When = (call: Call) => boolean;

const isContainer: When = (call) => containers.find(call.world, call.params.id ?? '') !== null;
const isUser: When = (call) =>
  call.params.id === 'me' || findAccount(call.world.store, instagram, call.params.id ?? '') !== null;

const routes: Route[] = [
  ...graphRoute('refresh_access_token', 'GET', '/refresh_access_token', refreshAccessToken, {
    signedIn: false,
  }),
  ...graphRoute('access_token', 'GET', '/access_token', exchangeToken, { signedIn: false }),
  {
    operation: 'oauth_access_token',
    method: 'POST',
    host: 'api',
    path: '/oauth/access_token',
    signedIn: false,
    run: tradeCode,
  },
  ...graphRoute('media', 'POST', '/:id/media', createContainer),
  ...graphRoute('media_publish', 'POST', '/:id/media_publish', publishContainer),
  ...graphRoute('media_list', 'GET', '/:id/media', listMedia),
  ...graphRoute('content_publishing_limit', 'GET', '/:id/content_publishing_limit', getPublishingLimit),
  ...graphRoute('account_insights', 'GET', '/:id/insights', getAccountInsights, { when: isUser }),
  ...graphRoute('media_insights', 'GET', '/:id/insights', getMediaInsights),
  ...graphRoute('me', 'GET', '/:id', getUser, { when: isUser }),
  ...graphRoute('status', 'GET', '/:id', getContainer, { when: isContainer }),
  ...graphRoute('media_get', 'GET', '/:id', getMedia),
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
  toUsername: (typed) => plainName(typed, 30),
  expireToken,
  pagePath: permalinkPath,
  findByPage(world, path) {
    const code = /^\/(?:p|reel)\/([\w-]+)\/?$/.exec(path)?.[1];
    return findByShortcode(world, instagram, code);
  },
};
