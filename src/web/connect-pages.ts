import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Connected, finishConnect, pickAccounts } from '../accounts/finish-connect.ts';
import { readClientDocument } from '../accounts/own-client.ts';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import type { Gate } from './api/router.ts';
import { donePage, pickPage, problemPage } from './connect-words.ts';
import { sendJsonObject, sendMethodNotAllowed, sendNotFound } from './send-json.ts';
import { sendPage } from './send-page.ts';

const callbackPath = /^\/connect\/[a-z_]{1,30}\/callback$/;
const documentPath = /^\/connect\/([a-z_]{1,30})\/client-metadata\.json$/;
const maxFormBytes = 64 * 1024;

/** The address to enter in the platform's app settings. */
export const callbackUrl = (base: string, platform: string) => `${base}/connect/${platform}/callback`;

/** Where the platforms send the browser back to. False: not one of these addresses. */
export function answerConnect(
  app: App,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  base: string,
  gate: Gate,
): boolean {
  if (!path.startsWith('/connect/')) return false;
  const [, document] = documentPath.exec(path) ?? [];
  if (document !== undefined) sendDocument(app, req, res, document, base);
  else if (!callbackPath.test(path)) sendNotFound(res);
  else if (req.method === 'GET' || req.method === 'POST') show(app, req, res, gate);
  else sendMethodNotAllowed(res, 'GET, POST');
  return true;
}

/** Who we are to a platform whose servers know no apps: they read it here (https://atproto.com/specs/oauth). */
function sendDocument(app: App, req: IncomingMessage, res: ServerResponse, id: string, base: string): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    sendMethodNotAllowed(res, 'GET, HEAD');
    return;
  }
  const platform = app.platforms(id);
  const found = platform ? readClientDocument(app, platform, callbackUrl(base, id)) : Promise.resolve(null);
  found.then(
    (document) => (document ? sendJsonObject(res, 200, document) : sendNotFound(res)),
    (error) => {
      app.log.error({ err: error }, 'the client document was not served');
      sendJsonObject(res, 500, { error: 'internal', error_description: 'Internal error' });
    },
  );
}

const queryOf = (req: IncomingMessage) => new URL(req.url ?? '/', 'http://localhost').searchParams;
const stateOf = (req: IncomingMessage) => queryOf(req).get('state') ?? '';

function callbackOf(req: IncomingMessage) {
  const query = queryOf(req);
  const given = (name: string) => query.get(name) ?? undefined;
  return {
    state: query.get('state') ?? '',
    code: given('code'),
    issuer: given('iss'),
    error: given('error'),
    errorDescription: given('error_description') ?? given('error_message') ?? given('error_reason'),
  };
}

async function pick(app: App, req: IncomingMessage, userId: string | null): Promise<Connected> {
  let body = '';
  for await (const chunk of req) {
    body += chunk;
    if (body.length > maxFormBytes) throw new PostboteError('invalid_request');
  }
  return pickAccounts(app, stateOf(req), new URLSearchParams(body).getAll('account'), userId);
}

async function run(app: App, req: IncomingMessage, gate: Gate): Promise<Connected> {
  const session = await gate.session(req);
  const userId = session?.user.id ?? null;
  return req.method === 'POST' ? pick(app, req, userId) : finishConnect(app, { ...callbackOf(req), userId });
}

/**
 * Where the same address is under the name localhost; null: it is not on the loopback number. Bluesky refuses the name as
 * a way back (https://atproto.com/specs/oauth#localhost-client-development), but whoever began under it is signed in there.
 */
function underItsName(req: IncomingMessage): string | null {
  const [found, port = ''] = /^127\.0\.0\.1(:\d{1,5})?$/.exec(req.headers.host ?? '') ?? [];
  return found === undefined || req.method !== 'GET' ? null : `http://localhost${port}${req.url}`;
}

function sendOn(res: ServerResponse, address: string): void {
  res.writeHead(303, { Location: address, 'Cache-Control': 'no-store' });
  res.end();
}

function show(app: App, req: IncomingMessage, res: ServerResponse, gate: Gate): void {
  // German unless the browser asks for something else first.
  const language = /^\s*(de\b|\*|$)/i.test(req.headers['accept-language'] ?? '') ? 'de' : 'en';
  run(app, req, gate).then(
    (connected) => {
      if (connected.done && connected.fromDashboard) {
        return sendOn(res, `/accounts?connected=${connected.platform}`);
      }
      if (!connected.done && 'url' in connected) return sendOn(res, connected.url);
      const html = connected.done
        ? donePage(connected, language)
        : pickPage(connected, stateOf(req), language);
      sendPage(res, 200, html);
    },
    (error) => {
      const known = error instanceof PostboteError ? error : new PostboteError('internal');
      const named = known.code === 'connect_expired' ? underItsName(req) : null;
      if (named !== null) return sendOn(res, named);
      if (known !== error) app.log.error({ err: error }, 'connecting failed');
      sendPage(res, known.code === 'internal' ? 500 : 400, problemPage(known, language));
    },
  );
}
