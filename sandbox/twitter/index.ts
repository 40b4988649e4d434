import { expirePresented, findAccount, randomDigits, randomWord } from '../accounts.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import { caller, issueTokens, revoke, token, twitter } from './oauth.ts';
import { answers } from './problems.ts';
import { quotas } from './quotas.ts';
import { getMe, getTweet, getTweets, getUserTweets } from './timeline.ts';
import { createTweet, deleteTweet } from './tweets.ts';
import {
  appendUpload,
  finalizeUpload,
  initializeUpload,
  setMetadata,
  uploadAtOnce,
  uploadStatus,
} from './upload.ts';

type Run = (call: Call) => Promise<Answer> | Answer;

function route(operation: string, method: Route['method'], path: string, run: Run, signedIn = true): Route {
  return { operation, method, host: 'api', path, run, signedIn };
}

const routes: Route[] = [
  route('token', 'POST', '/2/oauth2/token', token, false),
  route('revoke', 'POST', '/2/oauth2/revoke', revoke, false),
  route('me', 'GET', '/2/users/me', getMe),
  route('users_tweets', 'GET', '/2/users/:id/tweets', getUserTweets),
  route('tweets', 'POST', '/2/tweets', createTweet),
  route('tweets_lookup', 'GET', '/2/tweets', getTweets),
  route('tweets_lookup', 'GET', '/2/tweets/:id', getTweet),
  route('tweets_delete', 'DELETE', '/2/tweets/:id', deleteTweet),
  route('upload', 'POST', '/2/media/upload', uploadAtOnce),
  route('status', 'GET', '/2/media/upload', uploadStatus),
  route('initialize', 'POST', '/2/media/upload/initialize', initializeUpload),
  route('append', 'POST', '/2/media/upload/:id/append', appendUpload),
  route('finalize', 'POST', '/2/media/upload/:id/finalize', finalizeUpload),
  route('metadata', 'POST', '/2/media/metadata', setMetadata),
];

export const twitterPlatform: PretendPlatform = {
  id: twitter,
  name: 'X',
  colour: '#14171a',
  mounts: { api: 'twitter', web: 'twitter' },
  routes,
  publishing: ['tweets'],
  intake: ['finalize', 'upload'],
  answers,
  quotas,
  consent: { host: 'web', path: '/i/oauth2/authorize', clientIdName: 'client_id', pkce: true },
  caller,

  issueCredentials(world, account, lifetime) {
    const client = { clientId: randomWord(24), clientSecret: randomWord(36) };
    return { ...issueTokens(world, account.id, client, lifetime ?? undefined), extra: client };
  },
  newAccountId: () => randomDigits(19, '17'),
  toUsername: (typed) => typed.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 15) || 'someone',
  expireToken: (call) => expirePresented(call, twitter),
  pagePath: (post, account) => `twitter/${account.username}/status/${post.id}`,
  findByPage(world, path) {
    const [, username, id] = /^\/(?:i\/web|(\w+))\/status\/(\d+)$/.exec(path) ?? [];
    const post = id === undefined ? null : findPost(world.store, twitter, id);
    if (post === null || username === undefined) return post;
    return findAccount(world.store, twitter, username)?.id === post.account ? post : null;
  },
};
