import { z } from 'zod';
import { readAnswer } from '../http.ts';
import type { Auth, Credentials } from '../platform.ts';
import { instagramError } from './errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIFETIME_MS = 60 * DAY_MS;

const token = z.object({ access_token: z.string(), expires_in: z.number() });

/** Login path A: one token of 60 days that renews itself; once over, only a new login helps. */
export const auth: Auth = {
  kind: 'oauth2',
  // From the tenth day on, so that weeks of trouble cannot outlast it.
  refreshAheadSeconds: 50 * 24 * 60 * 60,
  async refresh({ call, hosts, credentials, now }) {
    // A token younger than 24 hours is refused.
    if (now - issuedAt(credentials) < DAY_MS) return credentials;
    const query = new URLSearchParams({
      grant_type: 'ig_refresh_token',
      access_token: credentials.accessToken,
    });
    const answer = await call({
      method: 'GET',
      url: `${hosts.graph}/refresh_access_token?${query}`,
      classify: instagramError,
    });
    const fresh = readAnswer(answer, token);
    return {
      ...credentials,
      accessToken: fresh.access_token,
      expiresAt: now + fresh.expires_in * 1000,
      extra: { ...credentials.extra, issuedAt: String(now) },
    };
  },
};

/** Where the moment was not stored, the end tells it. */
function issuedAt({ extra, expiresAt }: Credentials): number {
  if (extra?.issuedAt) return Number(extra.issuedAt);
  return expiresAt === undefined ? 0 : expiresAt - LIFETIME_MS;
}
