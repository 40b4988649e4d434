import type { CallAnswer } from './call.ts';
import type { Revocation } from './signing-in.ts';

/** Google ends all that a person allowed the app, whichever of its tokens is shown (OAuth 2.0 for web server apps). */
export const googleRevocation = (classify: (answer: CallAnswer) => Error): Revocation => ({
  ends: 'person',
  async revoke({ call, hosts, credentials }) {
    const { accessToken, refreshToken = accessToken } = credentials;
    const url = `${hosts.oauth}/revoke?token=${encodeURIComponent(refreshToken)}`;
    await call({ method: 'POST', url, form: {}, classify });
  },
});
