import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import { GRAPH_VERSION } from '../meta/version.ts';
import type { AppClient, Auth, SigningIn } from '../signing-in.ts';
import { discoverPages } from './discover-pages.ts';
import { facebookError } from './errors.ts';
import { graph } from './graph.ts';

const token = z.object({ access_token: z.string(), expires_in: z.number().optional() });

/**
 * What is stored for an account is the token of its Page. Taken with a long-lived login it has no end, and nothing
 * renews it: a new password, a lost role or a removed app kill it, and then only a new login helps.
 */
export const auth: Auth = {
  kind: 'oauth2',
  refreshAheadSeconds: 0,
  async refresh(at) {
    // There is nothing to trade it for, but Facebook can be asked whether it still holds; a dead one throws.
    await graph.get(at, 'me', { fields: 'id' }, z.object({ id: z.string() }));
    return at.credentials;
  },
  connect: {
    by: 'oauth2',
    authorizeUrl: (hosts) => `${hosts.web}/${GRAPH_VERSION}/dialog/oauth`,
    scopes: [
      'pages_show_list',
      'pages_manage_posts',
      'pages_read_engagement',
      'read_insights',
      // Some Pages are reachable only through the business that holds them.
      'business_management',
    ],
    scopeSeparator: ',',
    clientIdName: 'client_id',
    pkce: false,
    async exchange(at) {
      const client = requireClient(at);
      const { code, redirectUri } = at;
      const short = await readToken(at, client, { redirect_uri: redirectUri, code });
      // Page tokens end with the login they were taken with, unless that one is long-lived.
      const long = await readToken(at, client, {
        grant_type: 'fb_exchange_token',
        fb_exchange_token: short.access_token,
      });
      return {
        accessToken: long.access_token,
        ...(long.expires_in !== undefined && { expiresAt: at.now + long.expires_in * 1000 }),
        extra: { clientId: client.id },
      };
    },
    discover: (at) => discoverPages(at),
  },
};

async function readToken(at: SigningIn, client: AppClient, more: Record<string, string>) {
  const query = { client_id: client.id, client_secret: client.secret, ...more };
  const url = graph.address(at, 'oauth/access_token', query);
  return readAnswer(await at.call({ method: 'GET', url, classify: facebookError }), token);
}

function requireClient({ client }: SigningIn): AppClient {
  if (client) return client;
  throw new PostboteError('setting_missing', {
    facts: { platform: 'facebook', setting: 'app id and app secret' },
  });
}
