import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { googleRevocation } from '../google-revocation.ts';
import { readAnswer } from '../http.ts';
import type { AppClient, Auth, Credentials, OAuthConnect, SigningIn } from '../signing-in.ts';
import { listChannels } from './channels.ts';
import { tokenError } from './errors.ts';

const token = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

const prefix = 'https://www.googleapis.com/auth/';
const UPLOAD_SCOPE = `${prefix}youtube.upload`;
const READ_SCOPE = `${prefix}youtube.readonly`;

const connect: OAuthConnect = {
  by: 'oauth2',
  authorizeUrl: (hosts) => `${hosts.accounts}/o/oauth2/v2/auth`,
  // Upload and thumbnails; channel, processing state and numbers; shares, which only Analytics knows.
  scopes: [UPLOAD_SCOPE, READ_SCOPE, `${prefix}yt-analytics.readonly`],
  scopeSeparator: ' ',
  clientIdName: 'client_id',
  pkce: true,
  // Without `consent` a second login brings no refresh token.
  params: { access_type: 'offline', prompt: 'consent' },
  async exchange(at) {
    const { code, redirectUri, verifier, now } = at;
    const client = clientOf(at);
    const fresh = await askToken(at, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: client.id,
      client_secret: client.secret,
      ...(verifier !== null && { code_verifier: verifier }),
    });
    requireGrant(fresh);
    return {
      accessToken: fresh.access_token,
      ...(fresh.refresh_token && { refreshToken: fresh.refresh_token }),
      expiresAt: now + fresh.expires_in * 1000,
    };
  },
  async discover({ call, hosts, credentials }) {
    const channels = await listChannels({ call, hosts, credentials });
    return channels.map(({ id, snippet }) => ({
      externalId: id,
      name: snippet.title,
      username: snippet.customUrl?.replace(/^@/, '') ?? null,
      credentials,
    }));
  },
};

/** Access tokens live an hour; the refresh token stays the same as long as it is used now and then. */
export const auth: Auth = {
  kind: 'oauth2',
  refreshAheadSeconds: 10 * 60,
  async refresh(at) {
    const { credentials, now } = at;
    if (!credentials.refreshToken)
      throw new PostboteError('platform_auth', { facts: { platform: 'youtube' } });
    const client = clientOf(at, credentials);
    const fresh = await askToken(at, {
      grant_type: 'refresh_token',
      refresh_token: credentials.refreshToken,
      client_id: client.id,
      client_secret: client.secret,
    });
    return {
      ...credentials,
      accessToken: fresh.access_token,
      refreshToken: fresh.refresh_token ?? credentials.refreshToken,
      expiresAt: now + fresh.expires_in * 1000,
    };
  },
  revocation: googleRevocation(tokenError),
  connect,
};

async function askToken(at: SigningIn, form: Record<string, string>): Promise<z.infer<typeof token>> {
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.oauth}/token`,
    form,
    classify: tokenError,
  });
  return readAnswer(answer, token);
}

function clientOf({ client }: SigningIn, credentials?: Credentials): AppClient {
  const { clientId = '', clientSecret = '' } = credentials?.extra ?? {};
  return client ?? { id: clientId, secret: clientSecret };
}

/** On Google's page every single right can be unticked. */
function requireGrant({ scope, refresh_token: refresh }: z.infer<typeof token>): void {
  const granted = scope?.split(' ');
  const missing = granted && [UPLOAD_SCOPE, READ_SCOPE].filter((name) => !granted.includes(name));
  const raw = missing?.length ? `not granted: ${missing.join(' ')}` : refresh ? null : 'no refresh token';
  if (raw !== null) throw new PostboteError('platform_permission', { facts: { platform: 'youtube' }, raw });
}
