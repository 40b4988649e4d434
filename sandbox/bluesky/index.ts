import { randomBytes } from 'node:crypto';
import { accountOfToken, expireToken, findAccount, putToken } from '../accounts.ts';
import { type Answer, type Call, type PretendPlatform, Refusal, type Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import { answers } from './answers.ts';
import { getAuthorFeed, getPosts, getProfile, throughServer } from './appview.ts';
import { nonceHeaders } from './dpop.ts';
import { resolveDid } from './identity.ts';
import * as oauth from './oauth.ts';
import { dpopRefusal, isDpop } from './oauth-tokens.ts';
import { quotas } from './quotas.ts';
import { createRecord, deleteRecord, getRecord, listRecords, putRecord, uploadBlob } from './repo.ts';
import * as session from './session.ts';
import { accessSeconds, bluesky, issuePair } from './tokens.ts';
import { getJobStatus, getUploadLimits, uploadVideo } from './video.ts';

type Run = (call: Call) => Promise<Answer> | Answer;

function route(host: string, method: Route['method'], nsid: string, run: Run, signedIn = true): Route {
  return {
    operation: nsid.slice(nsid.lastIndexOf('.') + 1),
    host,
    method,
    path: `/xrpc/${nsid}`,
    signedIn,
    run: withNonce(run, isDpop),
  };
}

/** Every answer to a call with proof names the nonce for the next one, refusals too. */
function withNonce(run: Run, isWanted: (call: Call) => boolean = () => true): Run {
  return async (call) => {
    const extended = (answer: Answer) =>
      isWanted(call) ? { ...answer, headers: { ...answer.headers, ...nonceHeaders(call.world) } } : answer;
    try {
      return extended(await run(call));
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(extended(error.answer)) : error;
    }
  };
}

function plain(operation: string, host: string, method: Route['method'], path: string, run: Run): Route {
  return { operation, host, method, path, signedIn: false, run };
}

const routes: Route[] = [
  route('pds', 'POST', 'com.atproto.server.createSession', session.createSession, false),
  route('pds', 'POST', 'com.atproto.server.refreshSession', session.refreshSession, false),
  route('pds', 'POST', 'com.atproto.server.deleteSession', session.deleteSession, false),
  route('pds', 'GET', 'com.atproto.server.getSession', session.getSession),
  route('pds', 'GET', 'com.atproto.server.describeServer', session.describeServer, false),
  route('pds', 'GET', 'com.atproto.server.getServiceAuth', session.getServiceAuth),
  route('pds', 'GET', 'com.atproto.identity.resolveHandle', session.resolveHandle, false),
  route('pds', 'POST', 'com.atproto.repo.uploadBlob', uploadBlob),
  route('pds', 'POST', 'com.atproto.repo.putRecord', putRecord),
  route('pds', 'POST', 'com.atproto.repo.createRecord', createRecord),
  route('pds', 'POST', 'com.atproto.repo.deleteRecord', deleteRecord),
  route('pds', 'GET', 'com.atproto.repo.getRecord', getRecord, false),
  route('pds', 'GET', 'com.atproto.repo.listRecords', listRecords, false),
  route('pds', 'GET', 'app.bsky.feed.getPosts', throughServer(getPosts)),
  route('pds', 'GET', 'app.bsky.feed.getAuthorFeed', throughServer(getAuthorFeed)),
  route('pds', 'GET', 'app.bsky.actor.getProfile', throughServer(getProfile)),
  route('appview', 'GET', 'com.atproto.identity.resolveHandle', session.resolveHandle, false),
  route('appview', 'GET', 'app.bsky.feed.getPosts', getPosts, false),
  route('appview', 'GET', 'app.bsky.feed.getAuthorFeed', getAuthorFeed, false),
  route('appview', 'GET', 'app.bsky.actor.getProfile', getProfile, false),
  route('video', 'POST', 'app.bsky.video.uploadVideo', uploadVideo),
  route('video', 'GET', 'app.bsky.video.getJobStatus', getJobStatus, false),
  route('video', 'GET', 'app.bsky.video.getUploadLimits', getUploadLimits),
  plain('protectedResource', 'pds', 'GET', '/.well-known/oauth-protected-resource', oauth.protectedResource),
  plain('serverMetadata', 'pds', 'GET', '/.well-known/oauth-authorization-server', oauth.authorizationServer),
  plain('pushRequest', 'pds', 'POST', '/oauth/par', withNonce(oauth.pushRequest)),
  plain('token', 'pds', 'POST', '/oauth/token', withNonce(oauth.token)),
  plain('revoke', 'pds', 'POST', '/oauth/revoke', withNonce(oauth.revoke)),
  plain('resolveDid', 'plc', 'GET', '/:did', resolveDid),
];

export const blueskyPlatform: PretendPlatform = {
  id: bluesky,
  name: 'Bluesky',
  colour: '#1083fe',
  mounts: {
    pds: 'bluesky',
    video: 'bluesky-video',
    appview: 'bluesky-appview',
    web: 'bluesky',
    plc: 'bluesky-plc',
  },
  routes,
  publishing: ['putRecord', 'createRecord'],
  intake: ['uploadBlob', 'uploadVideo'],
  answers,
  quotas,
  consent: oauth.consent,

  async caller(call) {
    if (call.operation !== 'createSession') return accountOfToken(call.world.store, bluesky, call.bearer);
    return findAccount(call.world.store, bluesky, String((await call.body()).identifier ?? ''));
  },
  issueCredentials(world, account, lifetime) {
    const letters = randomBytes(16).toString('hex').slice(0, 16).match(/.{4}/g) ?? [];
    const appPassword = letters.join('-');
    const expiresAt = world.now() + (lifetime ?? accessSeconds) * 1000;
    const pair = issuePair(world, account.id, lifetime ?? accessSeconds);
    putToken(world.store, {
      token: appPassword,
      platform: bluesky,
      kind: 'app_password',
      account: account.id,
      issuedAt: world.now(),
      expiresAt: Number.MAX_SAFE_INTEGER,
      data: {},
    });
    return {
      accessToken: pair.accessJwt,
      refreshToken: pair.refreshJwt,
      expiresAt,
      extra: { identifier: account.username, appPassword },
    };
  },
  newAccountId: () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz234567';
    return `did:plc:${[...randomBytes(24)].map((byte) => letters[byte & 31]).join('')}`;
  },
  toUsername(typed) {
    if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(typed)) return typed.toLowerCase();
    return `${
      typed
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'someone'
    }.sandbox.test`;
  },
  expireToken(call) {
    if (call.bearer !== null) expireToken(call.world.store, bluesky, call.bearer, call.world.now());
    // Told in other words to those who came with a proof.
    if (isDpop(call)) throw new Refusal(dpopRefusal('invalid_token', '"exp" claim timestamp check failed'));
  },
  pagePath: (post, account) => `bluesky/profile/${account.username}/post/${post.data.rkey}`,
  findByPage(world, path) {
    const [, actor, rkey] = /^\/profile\/([^/]+)\/post\/([^/]+)$/.exec(path) ?? [];
    const account =
      actor === undefined ? null : findAccount(world.store, bluesky, actor.replaceAll('%3A', ':'));
    return account === null
      ? null
      : findPost(world.store, bluesky, `at://${account.id}/app.bsky.feed.post/${rkey}`);
  },
};
