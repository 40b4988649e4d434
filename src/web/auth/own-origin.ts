import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config.ts';

type Settings = Pick<Config, 'baseUrl' | 'port'>;

/** The one origin the dashboard has: the configured address, else the one that the browser called. */
export function ownOrigin(req: IncomingMessage, config: Settings): string {
  if (config.baseUrl !== null) return new URL(config.baseUrl).origin;
  const host = req.headers.host ?? '';
  const url = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null;
  return url?.origin ?? `http://localhost:${config.port}`;
}

/** What links begin with. */
export const publicBase = (req: IncomingMessage, config: Settings): string =>
  config.baseUrl ?? ownOrigin(req, config);

/**
 * Against requests that a foreign page makes in the user's name: whatever changes something must come from a page of
 * ours. Browsers send `Origin` with every such request; the SameSite cookie is the second lock. Returns the reason
 * for a refusal, or null.
 */
export function sameOriginProblem(req: IncomingMessage, config: Settings): string | null {
  if (req.method === 'GET' || req.method === 'HEAD') return null;
  const own = ownOrigin(req, config);
  const { origin } = req.headers;
  if (origin === own) return null;
  if (origin === undefined && req.headers['sec-fetch-site'] === 'same-origin') return null;
  if (config.baseUrl !== null) return `This request did not come from ${own}: open the dashboard there.`;
  return `This request did not come from ${own}. If the dashboard is reached under another address, set POSTBOTE_BASE_URL to it.`;
}
