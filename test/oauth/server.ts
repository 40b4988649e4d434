import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Provider from 'oidc-provider';
import { memoryAdapter } from './memory-adapter.ts';

/** A real authorization server (oidc-provider) behind the addresses that X and Google use for theirs. */
export interface AuthorizationServer {
  readonly url: string;
  readonly counts: {
    codes: number;
    refreshes: number;
    refused: number;
    /** Refresh tokens that were handed in more than once: the server then ends the whole family. */
    spentTwice: number;
    familiesEnded: number;
  };
  /** How many refreshes each worker made, by its name. */
  readonly byWorker: ReadonlyMap<string, number>;
  /** What happens to the next requests for a token: 503 before any effect, or the answer is cut off after it. */
  disturb(how: 'unavailable' | 'answer lost', times: number): void;
  /** How long the access tokens live that are given out from now on; ten minutes at first. */
  shortenAccess(seconds: number): void;
  /** The same for the codes that a browser brings back. The server counts in whole seconds: one second may be none. */
  setCodeLife(seconds: number): void;
  close(): Promise<void>;
}

export const apps = {
  twitter: { id: 'app-at-x', secret: 'secret-at-x' },
  youtube: { id: 'app-at-google', secret: 'secret-at-google' },
  google_business: { id: 'app-at-google', secret: 'secret-at-google' },
} as const;
export const redirectUri = 'http://127.0.0.1/connect/callback';

const google = 'https://www.googleapis.com/auth/';
const scopes = [
  ...['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
  ...['youtube.upload', 'youtube.readonly', 'yt-analytics.readonly', 'business.manage'].map(
    (name) => `${google}${name}`,
  ),
];
/** Where the platforms have what the standard calls by these names. */
const aliases: Readonly<Record<string, string>> = {
  '/i/oauth2/authorize': '/auth',
  '/2/oauth2/token': '/token',
  '/o/oauth2/v2/auth': '/auth',
};

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  let accessSeconds = 600;
  let codeSeconds = 600;
  const counts = { codes: 0, refreshes: 0, refused: 0, spentTwice: 0, familiesEnded: 0 };
  const byWorker = new Map<string, number>();
  const spent = new Set<string>();
  const disturbances: ('unavailable' | 'answer lost')[] = [];
  let answer = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider = new Provider(url, {
    adapter: memoryAdapter(),
    clockTolerance: 0,
    clients: [
      client(
        apps.twitter,
        'client_secret_basic',
        'tweet.read tweet.write users.read media.write offline.access',
      ),
      client(apps.youtube, 'client_secret_post', scopes.filter((name) => name.startsWith(google)).join(' ')),
    ],
    cookies: { keys: ['of this test alone'] },
    scopes,
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: () => accessSeconds,
      AuthorizationCode: () => codeSeconds,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 3_600,
    },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  provider.on('grant.error', () => (counts.refused += 1));
  provider.on('grant.revoked', () => (counts.familiesEnded += 1));
  const standard = provider.callback();

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const form = new URLSearchParams(String(body));
    const disturbance = disturbances.shift();
    if (disturbance === 'unavailable') return void response.writeHead(503).end('try later');
    const refreshToken = form.get('refresh_token');
    if (refreshToken === null) counts.codes += 1;
    else {
      counts.refreshes += 1;
      if (spent.has(refreshToken)) counts.spentTwice += 1;
      spent.add(refreshToken);
      const worker = String(request.headers['x-worker'] ?? 'none');
      byWorker.set(worker, (byWorker.get(worker) ?? 0) + 1);
    }
    if (disturbance === 'answer lost') response.end = () => response.destroy();
    standard(again(request, body), response);
  };
  answer = (request, response) => {
    const at = new URL(request.url ?? '/', url);
    const path = aliases[at.pathname] ?? at.pathname;
    request.url = `${path}${at.search}`;
    if (path === '/token') token(request, response).catch(() => response.destroy());
    else if (/^\/(auth|interaction)/.test(path)) standard(request, response);
    else resource(provider, request, response, path).catch(() => response.destroy());
  };

  return {
    url,
    counts,
    byWorker,
    shortenAccess(seconds) {
      accessSeconds = seconds;
    },
    setCodeLife(seconds) {
      codeSeconds = seconds;
    },
    disturb: (how, times) => void disturbances.push(...Array<typeof how>(times).fill(how)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function client(app: { id: string; secret: string }, method: string, scope: string) {
  return {
    client_id: app.id,
    client_secret: app.secret,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    scope,
  };
}

/** The request once more, its body not yet read. */
function again(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { headers, method, url, socket, httpVersion, rawHeaders } = request;
  return Object.assign(Readable.from([body]), {
    ...{ headers, method, url, socket, httpVersion, rawHeaders },
  }) as unknown as IncomingMessage;
}

/** What the access token opens: the account behind it, in each platform's own words. */
async function resource(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const owner = (await provider.AccessToken.find(bearer))?.accountId;
  const views: Readonly<Record<string, unknown>> = {
    '/2/users/me': { data: { id: owner, name: owner, username: owner } },
    '/youtube/v3/channels': { items: [{ id: owner, snippet: { title: owner } }] },
    '/v1/accounts': { accounts: [{ name: 'accounts/1' }] },
    '/v1/accounts/1/locations': { locations: [{ name: `locations/${owner}`, title: owner }] },
  };
  const status = owner === undefined ? 401 : path in views ? 200 : 404;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? views[path] : { title: 'Unauthorized' }));
}
