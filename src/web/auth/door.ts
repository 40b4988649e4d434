import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../context.ts';
import { remoteAddress } from '../../mcp/authenticate.ts';
import { createHostGuard } from '../../mcp/host-guard.ts';
import { readBody } from '../../mcp/read-body.ts';
import { sendJsonObject, sendMethodNotAllowed, sendNotFound } from '../send-json.ts';
import { openMethod } from './open-paths.ts';
import { ownOrigin, sameOriginProblem } from './own-origin.ts';

const authPath = '/api/auth';
const passedOn = ['cookie', 'content-type', 'accept', 'user-agent', 'origin', 'sec-fetch-site'] as const;

type Handler = (request: Request) => Promise<Response>;

/** Everything under `/api/auth`. better-auth is loaded by the first request: an idle service goes without it. */
export function createAuthDoor(app: App) {
  const hostProblem = createHostGuard(app.config);
  let loading: Promise<{ handler: Handler; addressHeader: string }> | null = null;
  const load = () => {
    loading ??= import('./better-auth.ts').then(({ addressHeader, createBetterAuth }) => ({
      handler: createBetterAuth(app).handler,
      addressHeader,
    }));
    return loading;
  };

  async function serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const body = req.method === 'POST' ? await readBody(req) : null;
    if (body?.kind === 'gone') return;
    if (body !== null && body.kind !== 'text') {
      const status = body.kind === 'too-large' ? 413 : 400;
      refuse(res, status, 'invalid_request', 'The body must be JSON of at most 1 MiB.');
      return;
    }
    const { handler, addressHeader } = await load();
    const headers = new Headers();
    for (const name of passedOn) {
      const value = req.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const origin = ownOrigin(req, app.config);
    headers.set('host', new URL(origin).host);
    headers.set(addressHeader, remoteAddress(req, app.config.trustProxy));
    const query = req.url?.indexOf('?') ?? -1;
    const url = `${origin}${path}${query === -1 ? '' : req.url?.slice(query)}`;
    const request = new Request(url, { method: req.method, headers, body: body?.text });
    await send(res, await handler(request));
  }

  return {
    /** False: that is no address of this door. */
    handle(req: IncomingMessage, res: ServerResponse, path: string): boolean {
      if (path !== authPath && !path.startsWith(`${authPath}/`)) return false;
      const rest = path.slice(authPath.length);
      const method = openMethod(rest);
      const problem = hostProblem(req) ?? sameOriginProblem(req, app.config);
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

function refuse(res: ServerResponse, status: number, code: string, text: string): void {
  sendJsonObject(
    res,
    status,
    { code, message: text, error: code, error_description: text },
    { 'Cache-Control': 'no-store' },
  );
}

async function send(res: ServerResponse, response: Response): Promise<void> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const retry = response.headers.get('x-retry-after');
  if (retry !== null) headers['retry-after'] = retry;
  const body = Buffer.from(await response.arrayBuffer());
  res.writeHead(response.status, {
    ...headers,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': body.length,
  });
  res.end(body);
}
