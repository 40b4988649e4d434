import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Connected, finishConnect, pickAccounts } from '../accounts/finish-connect.ts';
import { readClientDocument } from '../accounts/own-client.ts';
import type { App } from '../context.ts';
import { message, nextAction } from '../contract/messages.ts';
import { PostboteError } from '../errors.ts';
import { sendJsonObject, sendMethodNotAllowed, sendNotFound } from './send-json.ts';
import { escapeHtml, page, sendPage } from './send-page.ts';

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
): boolean {
  if (!path.startsWith('/connect/')) return false;
  const [, document] = documentPath.exec(path) ?? [];
  if (document !== undefined) sendDocument(app, req, res, document, base);
  else if (!callbackPath.test(path)) sendNotFound(res);
  else if (req.method === 'GET') show(app, res, () => finishConnect(app, callbackOf(req)), stateOf(req));
  else if (req.method === 'POST') show(app, res, async () => pick(app, req), stateOf(req));
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

async function pick(app: App, req: IncomingMessage): Promise<Connected> {
  let body = '';
  for await (const chunk of req) {
    body += chunk;
    if (body.length > maxFormBytes) throw new PostboteError('invalid_request');
  }
  return pickAccounts(app, stateOf(req), new URLSearchParams(body).getAll('account'));
}

function show(app: App, res: ServerResponse, run: () => Promise<Connected>, state: string): void {
  run().then(
    (connected) => sendPage(res, 200, connected.done ? donePage(connected) : pickPage(connected, state)),
    (error) => {
      const known = error instanceof PostboteError ? error : new PostboteError('internal');
      if (known !== error) app.log.error({ err: error }, 'connecting failed');
      sendPage(res, known.code === 'internal' ? 500 : 400, problemPage(known));
    },
  );
}

function donePage(connected: Extract<Connected, { done: true }>): string {
  const names = connected.names.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  return page(
    'Connected',
    `<p class="runs">Connected.</p><h1>${escapeHtml(connected.platform)}</h1><ul>${names}</ul>`,
  );
}

function pickPage(connected: Extract<Connected, { done: false }>, state: string): string {
  const rows = connected.choices
    .map(
      ({ externalId, name, username }) =>
        `<p><label><input type="checkbox" name="account" value="${escapeHtml(externalId)}"> ${escapeHtml(name)}${
          username ? ` (@${escapeHtml(username)})` : ''
        }</label></p>`,
    )
    .join('');
  return page(
    'Pick accounts',
    `<h1>Which accounts?</h1><p>This login reaches several. Pick those that Postbote may post to.</p>
<form method="post" action="?state=${encodeURIComponent(state)}">${rows}<p><button>Connect</button></p></form>`,
  );
}

function problemPage(error: PostboteError): string {
  const said = error.raw ? `<p>The platform said: <code>${escapeHtml(error.raw)}</code></p>` : '';
  return page(
    'Not connected',
    `<p class="runs">Not connected.</p><h1>${escapeHtml(message(error.code, error.facts))}</h1>
<p>${escapeHtml(nextAction(error.code, error.facts))}</p>${said}`,
  );
}
