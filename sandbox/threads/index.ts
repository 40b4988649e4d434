import { findAccount, plainName, randomDigits } from '../accounts.ts';
import { callQuota } from '../graph/call-quota.ts';
import { graphError, stockAnswers } from '../graph/problem.ts';
import { graphRoute } from '../graph/request.ts';
import { findByShortcode } from '../graph/shortcode.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { containers } from './container.ts';
import { createContainer } from './create-container.ts';
import { getPostInsights, getProfileInsights } from './insights.ts';
import { publishThread } from './publish.ts';
import { deletesQuota, postsQuota, repliesQuota } from './quotas.ts';
import {
  deleteThread,
  getContainer,
  getProfile,
  getPublishingLimit,
  getThread,
  listThreads,
  permalinkPath,
} from './read.ts';
import {
  caller,
  exchangeCode,
  exchangeToken,
  expireToken,
  issueToken,
  longSeconds,
  refreshToken,
  threads,
} from './sign-in.ts';

type When = (call: Call) => boolean;

const isContainer: When = (call) => containers.find(call.world, call.params.id ?? '') !== null;
const isProfile: When = (call) =>
  call.params.id === 'me' ||
  findAccount(call.world.store, threads, call.params.id ?? '')?.id === call.params.id;

const routes: Route[] = [
  ...graphRoute('token', 'POST', '/oauth/access_token', exchangeCode, { signedIn: false }),
  ...graphRoute('exchange_token', 'GET', '/access_token', exchangeToken, { signedIn: false }),
  ...graphRoute('refresh_access_token', 'GET', '/refresh_access_token', refreshToken, { signedIn: false }),
  ...graphRoute('threads', 'POST', '/:id/threads', createContainer),
  ...graphRoute('threads_publish', 'POST', '/:id/threads_publish', publishThread),
  ...graphRoute('threads_list', 'GET', '/:id/threads', listThreads),
  ...graphRoute('replies', 'GET', '/:id/replies', listThreads),
  ...graphRoute('threads_publishing_limit', 'GET', '/:id/threads_publishing_limit', getPublishingLimit),
  ...graphRoute('account_insights', 'GET', '/:id/threads_insights', getProfileInsights),
  ...graphRoute('post_insights', 'GET', '/:id/insights', getPostInsights),
  ...graphRoute('me', 'GET', '/:id', getProfile, { when: isProfile }),
  ...graphRoute('status', 'GET', '/:id', getContainer, { when: isContainer }),
  ...graphRoute('thread_get', 'GET', '/:id', getThread),
  ...graphRoute('delete', 'DELETE', '/:id', deleteThread),
];

/** "Action blocked", as on Instagram: it may come although the post went live. */
const lyingError = (): Answer =>
  graphError({
    code: 4,
    subcode: 2207051,
    message: 'Application request limit reached',
    title: 'Action is blocked',
    explanation: 'We restrict certain activity to protect our community.',
    status: 403,
  });

export const threadsPlatform: PretendPlatform = {
  id: threads,
  name: 'Threads',
  colour: '#101010',
  mounts: { graph: 'threads', web: 'threads' },
  routes,
  publishing: ['threads_publish'],
  intake: ['threads'],
  lies: { lying_error: lyingError },
  answers: stockAnswers('threads'),
  quotas: [
    postsQuota,
    repliesQuota,
    deletesQuota,
    callQuota('threads', routes, { code: 4, message: 'Application request limit reached', status: 403 }),
  ],
  consent: { host: 'web', path: '/oauth/authorize', clientIdName: 'client_id', pkce: false, tail: '#_' },
  caller,

  issueCredentials(world, account, lifetime) {
    const { token, expiresAt } = issueToken(world, 'long', account.id, lifetime ?? longSeconds);
    return { accessToken: token, expiresAt };
  },
  newAccountId: () => randomDigits(17, '2'),
  toUsername: (typed) => plainName(typed, 30),
  expireToken,
  pagePath: permalinkPath,
  findByPage(world, path) {
    const code = /^\/(?:@[\w.]+|t)(?:\/post)?\/([\w-]+)\/?$/.exec(path)?.[1];
    return findByShortcode(world, threads, code);
  },
};
