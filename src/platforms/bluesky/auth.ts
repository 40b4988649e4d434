import type { Auth } from '../signing-in.ts';
import { appPassword, endSession, renewSession } from './app-password.ts';
import { oauth, refreshTokens, revokeTokens } from './oauth.ts';

export const auth: Auth = {
  kind: 'password',
  // Access tokens live two hours by app password, one by OAuth.
  refreshAheadSeconds: 10 * 60,
  refresh: (at) => (at.credentials.extra?.proofKey ? refreshTokens(at) : renewSession(at)),
  revocation: {
    ends: 'login',
    revoke: (at) => (at.credentials.extra?.proofKey ? revokeTokens(at) : endSession(at)),
  },
  connect: appPassword,
  connectAtServer: oauth,
};
