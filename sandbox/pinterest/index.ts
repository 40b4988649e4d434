import { expirePresented, findAccount, randomDigits } from '../accounts.ts';
import type { Answer, Call, PretendPlatform, Route } from '../platform.ts';
import { findPost } from '../posts.ts';
import { boardsOf, listBoards, listSections } from './boards.ts';
import { createPin } from './create-pin.ts';
import { getAnalytics } from './insights.ts';
import { findMedia, getMedia, registerMedia, uploadForm } from './media.ts';
import { deletePin, getPin, getUserAccount, listBoardPins, listPins } from './pins.ts';
import { answers } from './pinterest-error.ts';
import { quotas } from './quotas.ts';
import { caller, issueTokens, pinterest, token } from './sign-in.ts';

type Run = (call: Call) => Promise<Answer> | Answer;

function route(operation: string, method: Route['method'], path: string, run: Run, signedIn = true): Route {
  return { operation, method, host: 'api', path: `/v5${path}`, run, signedIn };
}

const routes: Route[] = [
  route('token', 'POST', '/oauth/token', token, false),
  route('user_account', 'GET', '/user_account', getUserAccount),
  route('boards', 'GET', '/boards', listBoards),
  route('board_sections', 'GET', '/boards/:id/sections', listSections),
  route('board_pins', 'GET', '/boards/:id/pins', listBoardPins),
  route('section_pins', 'GET', '/boards/:id/sections/:section/pins', listBoardPins),
  route('media_register', 'POST', '/media', registerMedia),
  route('media_get', 'GET', '/media/:id', getMedia),
  {
    operation: 'media_upload',
    method: 'POST',
    host: 'upload',
    path: '/:media',
    run: uploadForm,
    signedIn: false,
  },
  route('pins_create', 'POST', '/pins', createPin),
  route('pins_list', 'GET', '/pins', listPins),
  route('pins_get', 'GET', '/pins/:id', getPin),
  route('pins_delete', 'DELETE', '/pins/:id', deletePin),
  route('pins_analytics', 'GET', '/pins/:id/analytics', getAnalytics),
];

export const pinterestPlatform: PretendPlatform = {
  id: pinterest,
  name: 'Pinterest',
  colour: '#bd081c',
  mounts: { api: 'pinterest', web: 'pinterest', upload: 'pinterest-upload' },
  routes,
  publishing: ['pins_create'],
  intake: ['pins_create', 'media_upload'],
  answers,
  quotas,
  consent: { host: 'web', path: '/oauth', clientIdName: 'client_id', pkce: false },

  caller(call) {
    if (call.operation !== 'media_upload') return caller(call);
    const media = findMedia(call.world, call.params.media ?? '');
    return media === null ? null : findAccount(call.world.store, pinterest, media.account);
  },
  issueCredentials(world, account, lifetime) {
    boardsOf(world, account.id);
    const { accessToken, refreshToken, expiresAt } = issueTokens(
      world,
      account.id,
      {},
      lifetime ?? undefined,
    );
    const extra = { clientId: '1500000', clientSecret: 'sandbox-app-secret' };
    return { accessToken, refreshToken, expiresAt, extra };
  },
  newAccountId: () => randomDigits(18, '54'),
  toUsername: (typed) =>
    typed
      .toLowerCase()
      .replace(/[^a-z0-9_]+/g, '')
      .slice(0, 30) || 'someone',
  expireToken: (call) => expirePresented(call, pinterest),
  pagePath: (post) => `pinterest/pin/${post.id}/`,
  findByPage(world, path) {
    const id = /^\/pin\/(\d+)\/?$/.exec(path)?.[1];
    return id === undefined ? null : findPost(world.store, pinterest, id);
  },
};
