import type { Auth } from '../platform.ts';
import { appPassword, renewSession } from './app-password.ts';
import { oauth, refreshTokens } from './oauth.ts';

export const auth: Auth = {
  kind: 'password',
  // Access tokens live two hours by app password, one by OAuth.
  refreshAheadSeconds: 10 * 60,
  refresh: (at) => (at.credentials.extra?.proofKey ? refreshTokens(at) : renewSession(at)),
  connect: appPassword,
  connectAtServer: oauth,
};
