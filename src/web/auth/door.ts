import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../context.ts';
import { message } from '../../contract/messages.ts';
import { remoteAddress } from '../../mcp/authenticate.ts';
import { readBody } from '../../mcp/read-body.ts';
import { sendJsonObject, sendMethodNotAllowed, sendNotFound } from '../send-json.ts';
import { openMethod } from './open-paths.ts';
import { ownOrigin, sameOriginProblem } from './own-origin.ts';

const authPath = '/api/auth';
const passedOn = ['cookie', 'content-type', 'accept', 'user-agent'] as const;

export interface AuthDoor {
  /** False: that is no address of this door. */
  handle(req: IncomingMessage, res: ServerResponse, path: string): boolean;
  /** Somebody opens the dashboard: what they ask next should not have to wait for the loading. */
  warmUp(): void;
  /** Puts a session into the answer's cookie, for somebody who has just become a user. */
  signIn(req: IncomingMessage, res: ServerResponse, userId: string): Promise<void>;
}

/** Everything under `/api/auth`. better-auth is loaded by the first request: an idle service goes without it. */
export function createAuthDoor(app: App): AuthDoor {
  let loading: ReturnType<typeof load> | null = null;
  async function load() {
    const { addressHeader, createBetterAuth } = await import('./better-auth.ts');
    return { addressHeader, auth: createBetterAuth(app) };
  }
  const loaded = () => {
    loading ??= load();
    return loading;
  };

  async function headersOf(req: IncomingMessage): Promise<Headers> {
    const { addressHeader } = await loaded();
    const headers = new Headers();
    for (const name of passedOn) {
      const value = req.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    // The door has made sure that the page is ours; some browsers leave the header out within one origin.
    const origin = ownOrigin(req, app.config);
    headers.set('origin', origin);
    headers.set('host', new URL(origin).host);
    headers.set(addressHeader, remoteAddress(req, app.config.trustProxy));
    return headers;
  }

  async function serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const body = req.method === 'POST' ? await readBody(req) : null;
    if (body?.kind === 'gone') return;
    if (body !== null && body.kind !== 'text') {
      const status = body.kind === 'too-large' ? 413 : 400;
      refuse(res, status, 'invalid_request', 'The body must be JSON of at most 1 MiB.');
      return;
    }
    const query = req.url?.indexOf('?') ?? -1;
    const url = `${ownOrigin(req, app.config)}${path}${query === -1 ? '' : req.url?.slice(query)}`;
    const headers = await headersOf(req);
    const { auth } = await loaded();
    await send(res, await auth.handler(new Request(url, { method: req.method, headers, body: body?.text })));
  }

  return {
    warmUp() {
      loaded().catch((error: unknown) => app.log.error({ err: error }, 'sign-in cannot be loaded'));
    },
    async signIn(req, res, userId) {
      const { auth } = await loaded();
      const { headers } = await auth.api.signInUser({
        body: { userId },
        headers: await headersOf(req),
        returnHeaders: true,
      });
      res.setHeader('set-cookie', headers.getSetCookie());
    },
    handle(req, res, path) {
      if (path !== authPath && !path.startsWith(`${authPath}/`)) return false;
      const rest = path.slice(authPath.length);
      const method = openMethod(rest);
      const problem = sameOriginProblem(req, app.config);
      if (problem !== null) refuse(res, 403, 'forbidden', problem);
      else if (rest === '/sign-up/email') {
        refuse(res, 403, 'forbidden', 'Users come in by the set-up link or by an invitation.');
      } else if (method === undefined) sendNotFound(res);
      else if (req.method !== method) sendMethodNotAllowed(res, method);
      else {
        serve(req, res, path).catch((error: unknown) => {
          app.log.error({ err: error }, 'sign-in request failed');
          if (res.headersSent) res.destroy();
          else refuse(res, 500, 'internal', 'Internal error');
        });
      }
      return true;
    },
  };
}

function refuse(
  res: ServerResponse,
  status: number,
  code: string,
  text: string,
  extra: Readonly<Record<string, string>> = {},
): void {
  sendJsonObject(
    res,
    status,
    { code, message: text, error: code, error_description: text },
    { 'Cache-Control': 'no-store', ...extra },
  );
}

async function send(res: ServerResponse, response: Response): Promise<void> {
  const seconds = response.headers.get('x-retry-after');
  if (response.status === 429 && seconds !== null) {
    refuse(res, 429, 'too_many_requests', message('too_many_requests', { seconds }), {
      'Retry-After': seconds,
    });
    return;
  }
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, {
    ...headers,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': body.length,
  });
  res.end(body);
}
