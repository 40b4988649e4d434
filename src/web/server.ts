import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import { createMcpEndpoint } from '../mcp/endpoint.ts';
import { createHostGuard } from '../mcp/host-guard.ts';
import { authorizeUpload } from './api/authorize-upload.ts';
import { createApiRouter } from './api/router.ts';
import { apiRoutes } from './api/routes.ts';
import { createStreams } from './api/streams.ts';
import { createAuthDoor } from './auth/door.ts';
import { publicBase } from './auth/own-origin.ts';
import { createGate } from './auth/sessions.ts';
import { answerClientErrors } from './client-error.ts';
import { closeGracefully } from './close-gracefully.ts';
import { answerConnect } from './connect-pages.ts';
import { answerMediaFile } from './media-files.ts';
import { answerOAuthProbe } from './oauth-probes.ts';
import { pageHeaders } from './page-headers.ts';
import { createRequestLog } from './request-log.ts';
import { sendJsonObject, sendMethodNotAllowed, sendNotFound } from './send-json.ts';
import { sendPage } from './send-page.ts';
import { notBuiltPage, startPage } from './start-page.ts';
import { openStaticFiles } from './static-files.ts';
import { createUploads } from './uploads.ts';

export interface HttpOptions {
  /** Gets everything under /sandbox; false: it is not one of its addresses. */
  readonly sandbox?: { handle(req: IncomingMessage, res: ServerResponse): boolean } | null;
  /** Where the sandbox answers; null: there is none. Known once the server listens. */
  readonly sandboxUrl?: () => string | null;
  /** Where the built dashboard lies; null or empty: the server's own plain pages answer instead. */
  readonly dashboard?: string | null;
}

// Long enough for slow lines, short enough that idle openers of connections cannot pile up.
const timeouts = {
  headersTimeout: 15_000,
  // A piece of an upload over a slow line is one request.
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  // Longer than the minute for which load balancers keep their side open: they must be the first to hang up.
  keepAliveTimeout: 65_000,
};

/** Where one-time links lead. */
const ownPages = /^\/(setup|invite|reset)\/[^/]+\/?$/;

/** Not listening yet. `close()` lets requests in flight finish. */
export function createHttpServer(app: App, options: HttpOptions = {}): Server {
  const mcp = createMcpEndpoint(app);
  const hostProblem = createHostGuard(app.config);
  const logRequest = createRequestLog(app.log);
  const auth = createAuthDoor(app);
  const gate = createGate(app);
  const sandboxUrl = options.sandboxUrl ?? (() => null);
  const api = createApiRouter(app, gate, apiRoutes({ signIn: auth.signIn, sandboxUrl }));
  const streams = createStreams(app, gate);
  const headers = pageHeaders(app.config);
  const dashboard = options.dashboard ? openStaticFiles(options.dashboard, headers) : null;
  const uploads = createUploads(app, { authorize: authorizeUpload(gate) });

  function route(req: IncomingMessage, res: ServerResponse): void {
    const path = pathOf(req.url ?? '/');
    const forMcp = path.startsWith('/mcp') && (path.length === 4 || path[4] === '/');
    if (forMcp) {
      if (mcp.handle(req, res, path.slice(4))) return;
      if (!answerOAuthProbe(req, res, path)) sendNotFound(res);
    } else if (path === '/health') sendHealth(req, res);
    else if (
      answerOAuthProbe(req, res, path) ||
      answerConnect(app, req, res, path, publicBase(req, app.config), gate)
    )
      return;
    else if (answerMediaFile(app, req, res, path)) return;
    else if (path === '/sandbox' || path.startsWith('/sandbox/')) {
      if (!options.sandbox?.handle(req, res)) sendNotFound(res);
    } else if (path === '/api' || path.startsWith('/api/')) sendApi(req, res, path);
    else if (!sendDashboard(req, res, path)) sendNotFound(res);
  }

  function sendApi(req: IncomingMessage, res: ServerResponse, path: string): void {
    const problem = hostProblem(req);
    if (problem !== null) sendJsonObject(res, 403, { error: 'forbidden', error_description: problem });
    else if (![auth, streams, uploads].some((part) => part.handle(req, res, path)))
      api.handle(req, res, path);
  }

  /** Every other address is a page of the dashboard, which tells its pages apart by itself. */
  function sendDashboard(req: IncomingMessage, res: ServerResponse, path: string): boolean {
    const own = path === '/' || ownPages.test(path);
    if (dashboard === null && !own) return false;
    const problem = hostProblem(req);
    if (problem !== null) sendJsonObject(res, 403, { error: 'forbidden', error_description: problem });
    else if (req.method !== 'GET' && req.method !== 'HEAD') {
      if (!own) return false;
      sendMethodNotAllowed(res, 'GET, HEAD');
    } else if (dashboard !== null) {
      auth.warmUp();
      return dashboard.handle(req, res, path);
    } else if (path === '/')
      sendPage(res, 200, startPage(publicBase(req, app.config), Boolean(options.sandbox)));
    else sendPage(res, 200, notBuiltPage());
    return true;
  }

  function fail(res: ServerResponse, error: unknown): void {
    app.log.error({ err: error }, 'request failed');
    if (res.headersSent) res.destroy();
    else sendJsonObject(res, 500, { error: 'internal', error_description: 'Internal error' });
  }

  const server = createServer(timeouts, (req, res) => {
    logRequest?.(req, res);
    try {
      route(req, res);
    } catch (error) {
      fail(res, error);
    }
  });
  answerClientErrors(server);
  closeGracefully(server, () => {
    streams.close();
    return mcp.close();
  });
  return server;
}

function sendHealth(req: IncomingMessage, res: ServerResponse): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') sendMethodNotAllowed(res, 'GET, HEAD');
  else sendJsonObject(res, 200, { status: 'ok', service: 'postbote-mcp' }, { 'Cache-Control': 'no-store' });
}

/** Without the query; a proxy may send the whole address instead of the path. */
function pathOf(url: string): string {
  const path = url[0] === '/' ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/';
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
