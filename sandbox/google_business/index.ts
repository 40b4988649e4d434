import { expirePresented } from '../accounts.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import { listAccounts, listLocations } from './discovery.ts';
import { answers } from './google-error.ts';
import { createLocalPost, deleteLocalPost, getLocalPost, listLocalPosts, pagePath } from './local-posts.ts';
import { fetchSeries } from './performance.ts';
import { google, newLocation, placeOf } from './places.ts';
import { quotas } from './quotas.ts';
import { caller, issueAccess, issueRefresh, manageScope, revoke, token } from './sign-in.ts';

type Run = (call: Call) => Promise<Answer> | Answer;

function route(operation: string, host: string, method: Route['method'], path: string, run: Run): Route {
  return { operation, method, host, path, run };
}

const posts = '/v4/accounts/:account/locations/:location/localPosts';

const routes: Route[] = [
  { ...route('token', 'oauth', 'POST', '/token', token), signedIn: false },
  { ...route('revoke', 'oauth', 'POST', '/revoke', revoke), signedIn: false },
  route('accounts', 'accounts', 'GET', '/v1/accounts', listAccounts),
  route('locations', 'information', 'GET', '/v1/accounts/:account/locations', listLocations),
  route('local_posts_create', 'posts', 'POST', posts, createLocalPost),
  route('local_posts_list', 'posts', 'GET', posts, listLocalPosts),
  route('local_posts_get', 'posts', 'GET', `${posts}/:post`, getLocalPost),
  route('local_posts_delete', 'posts', 'DELETE', `${posts}/:post`, deleteLocalPost),
  {
    ...route('performance', 'performance', 'GET', '/v1/locations/:call', fetchSeries),
    when: (call) => call.params.call?.endsWith(':fetchMultiDailyMetricsTimeSeries') === true,
  },
];

export const googleBusinessPlatform: PretendPlatform = {
  id: google,
  name: 'Google Business Profile',
  colour: '#1a73e8',
  mounts: {
    signin: 'google_business-signin',
    oauth: 'google_business-oauth',
    accounts: 'google_business-accounts',
    information: 'google_business-information',
    posts: 'google_business',
    performance: 'google_business-performance',
  },
  routes,
  publishing: ['local_posts_create'],
  intake: ['local_posts_create'],
  answers,
  quotas,
  consent: {
    host: 'signin',
    path: '/o/oauth2/v2/auth',
    clientIdName: 'client_id',
    pkce: true,
    isGranular: true,
  },
  caller,

  issueCredentials(world, account, lifetime) {
    placeOf(world, account);
    const data = { scope: `openid ${manageScope}`, clientId: null };
    const { token: accessToken, expiresAt } = issueAccess(world, account.id, data, lifetime ?? undefined);
    const extra = { clientId: 'sandbox.apps.googleusercontent.com', clientSecret: 'GOCSPX-sandbox' };
    return { accessToken, refreshToken: issueRefresh(world, account.id, data), expiresAt, extra };
  },
  newAccountId: newLocation,
  /** A location has no user name; its store code is the nearest to one. */
  toUsername: (typed) =>
    typed
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, '-')
      .slice(0, 60) || 'laden',
  expireToken: (call) => expirePresented(call, google),
  pagePath: (post) => pagePath(post.id),
  findByPage(world, path) {
    const [, location, id] = /^\/place\/(\d+)\/posts\/(\d+)$/.exec(path) ?? [];
    if (location === undefined) return null;
    const row = world.store.get(
      `SELECT id FROM posts WHERE platform = ? AND id LIKE '%/locations/' || ? || '/localPosts/' || ?`,
      google,
      location,
      id ?? '',
    );
    return row === undefined ? null : findPost(world.store, google, String(row.id));
  },
};
