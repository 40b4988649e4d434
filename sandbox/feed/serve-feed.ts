import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { refuseStrangers } from '../control.ts';
import { removeFaults } from '../faults.ts';
import { findFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import { findUpload } from '../objects.ts';
import { ControlProblem, planFault } from '../plan-fault.ts';
import type { Answer } from '../platform.ts';
import { BodyProblem, readFields } from '../request-body.ts';
import { listSamples } from '../samples.ts';
import { rangeAnswer } from '../send-bytes.ts';
import type { World } from '../world.ts';
import { faultsPage } from './faults-page.ts';
import { feedPage } from './feed-page.ts';
import { html } from './html.ts';
import { icon, platformColours, renderPage } from './layout.ts';
import { samplesPage } from './samples-page.ts';

const stylesheet = ['page.css', 'cards.css', 'looks.css', 'panels.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');
const script = readFileSync(join(import.meta.dirname, 'feed.js'), 'utf8');
const cacheable = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };
/** Whatever a sender claims, only these are ever handed to a browser. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The pages under /sandbox that belong to no platform. */
export async function serveFeed(
  world: World,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<Answer> {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  switch (`${method} ${path}`) {
    case 'GET ':
    case 'GET /':
      return feedPage(world, query);
    case 'GET /style.css':
      return {
        status: 200,
        headers: { ...cacheable, 'content-type': 'text/css; charset=utf-8' },
        body: `${stylesheet}\n${platformColours()}\n`,
      };
    case 'GET /feed.js':
      return {
        status: 200,
        headers: { ...cacheable, 'content-type': 'text/javascript; charset=utf-8' },
        body: script,
      };
    case 'GET /icon.svg':
      return { status: 200, headers: { ...cacheable, 'content-type': 'image/svg+xml' }, body: icon };
    case 'GET /media':
    case 'GET /media/':
      if (request.headers.accept?.includes('text/html')) return samplesPage(world);
      return { status: 200, body: { samples: listSamples(world.home()) } };
    case 'GET /faults':
      return faultsPage(world);
    case 'POST /faults':
    case 'POST /faults/remove':
      return switchFault(world, path, request);
  }
  const [, where, film] = /^\/films\/([a-z_]+)\/([\w.-]+)$/.exec(path) ?? [];
  if (method === 'GET' && where !== undefined && film !== undefined) {
    return showFilm(world, where, film, Number(query.get('size')), request);
  }
  const [, platform, id] = /^\/uploads\/([a-z_]+)\/([\w.-]+)$/.exec(path) ?? [];
  if (method === 'GET' && platform !== undefined && id !== undefined) return showPicture(world, platform, id);
  const body = html`<div class="narrow empty"><h1>Not here</h1><p>There is nothing at this address. <a href="/sandbox">Back to the feed</a></p></div>`;
  return renderPage({ title: 'Not found · Postbote Sandbox', status: 404, body });
}

async function switchFault(world: World, path: string, request: IncomingMessage): Promise<Answer> {
  try {
    refuseStrangers(request);
    const fields = await readFields(request);
    if (path === '/faults') planFault(world, fields);
    else removeFaults(world.store, { id: Number(fields.id) || 0 });
    const location = path === '/faults' || fields.back === 'faults' ? '/sandbox/faults' : '/sandbox';
    return { status: 303, headers: { location } };
  } catch (error) {
    if (!(error instanceof ControlProblem || error instanceof BodyProblem)) throw error;
    return faultsPage(world, error.message);
  }
}

function showFilm(
  world: World,
  platform: string,
  film: string,
  size: number,
  request: IncomingMessage,
): Answer {
  const bytes = findFilm(world.store, platform, film, size);
  const type = bytes === null ? null : sniffType(bytes);
  if (bytes === null || !type?.startsWith('video/')) return { status: 404, body: { error: 'no such film' } };
  const headers = { 'content-type': type, 'content-security-policy': "default-src 'none'" };
  return rangeAnswer(request, bytes, { ...headers, 'cache-control': 'public, max-age=300' });
}

function showPicture(world: World, platform: string, id: string): Answer {
  const upload = findUpload(world.store, platform, id);
  if (upload?.bytes == null || !pictureTypes.includes(upload.type)) {
    return { status: 404, body: { error: 'no such picture' } };
  }
  return {
    status: 200,
    headers: { ...cacheable, 'content-type': upload.type, 'content-security-policy': "default-src 'none'" },
    body: upload.bytes,
  };
}
