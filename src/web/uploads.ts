import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../context.ts';
import type { ApiErrorBody } from '../contract/api/endpoint.ts';
import { message, nextAction } from '../contract/messages.ts';
import { errorTable, PostboteError } from '../errors.ts';
import { beginUpload } from '../files/begin-upload.ts';
import { viewFile } from '../files/file-address.ts';
import { findUpload } from '../files/find-upload.ts';
import { receiveUpload } from '../files/receive-upload.ts';
import { removeFile } from '../files/remove-file.ts';
import { saveFile } from '../files/save-file.ts';
import { createTurns } from './upload-turns.ts';

export interface UploadOptions {
  /** Who sends; null: nobody we know. */
  readonly authorize: (req: IncomingMessage) => Promise<{ readonly workspaceId: string } | null>;
}

export interface Uploads {
  /** False: the path is not one for uploads. */
  handle(req: IncomingMessage, res: ServerResponse, path: string): boolean;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
}

const version = '1.0.0';
const expiresMs = 24 * 60 * 60 * 1000;

/**
 * Resumable uploads by the tus protocol 1.0.0 (tus.io/protocols/resumable-upload) with creation, creation-with-upload,
 * expiration and termination, at every path that ends in `/uploads`. What was taken is on disk and in the database
 * before it is acknowledged, so an upload goes on after a lost line, a restart, and on another node.
 */
export function createUploads(app: App, { authorize }: UploadOptions): Uploads {
  const turns = createTurns();
  const most = Math.max(app.config.maxUpload.video, app.config.maxUpload.image);

  async function answer(req: IncomingMessage, home: string, id: string | undefined): Promise<Answer> {
    if (req.method === 'OPTIONS') return { status: 204, headers: abilities(most) };
    const caller = await authorize(req);
    if (caller === null) throw new PostboteError('unauthenticated');
    if (req.headers['tus-resumable'] !== version) {
      return { status: 412, headers: { 'Tus-Version': version } };
    }
    const { method } = req;
    if (method === 'POST' && id === undefined) return create(req, home, caller);
    if (id === undefined || !['HEAD', 'PATCH', 'DELETE'].includes(method ?? '')) {
      return { status: 405, headers: { Allow: id === undefined ? 'OPTIONS, POST' : 'HEAD, PATCH, DELETE' } };
    }
    // Whoever asks last is the one whose line is alive: an earlier sender is cut off and what it brought is kept.
    return turns.take(id, req, async () => {
      const upload = await findUpload(app, caller, id);
      if (method === 'DELETE') {
        await removeFile(app, caller, id);
        return { status: 204 };
      }
      if (method === 'HEAD') return look(upload);
      return patch(req, upload);
    });
  }

  type Upload = Awaited<ReturnType<typeof findUpload>>;

  async function create(
    req: IncomingMessage,
    home: string,
    caller: { readonly workspaceId: string },
  ): Promise<Answer> {
    const bytes = wholeNumber(req.headers['upload-length']);
    if (bytes === null) throw wrong('Upload-Length', 'bytes');
    const { name, type } = metadata(req.headers['upload-metadata']);
    const made = await beginUpload(app, caller, { bytes, name: name || type });
    const headers = { Location: `${home}/${made.id}`, ...expires(made.created_at) };
    const withBytes = req.headers['content-type'] === bodyType;
    if (!withBytes) return { status: 201, headers };
    const received = await turns.take(made.id, req, async () =>
      take(req, await findUpload(app, caller, made.id)),
    );
    return { ...received, status: 201, headers: { ...received.headers, ...headers } };
  }

  async function patch(req: IncomingMessage, upload: Upload): Promise<Answer> {
    if (req.headers['content-type'] !== bodyType) return { status: 415 };
    const offset = wholeNumber(req.headers['upload-offset']);
    if (offset === null) throw wrong('Upload-Offset', 'bytes');
    if (offset !== upload.received || upload.state !== 'uploading') throw new PostboteError('conflict');
    return take(req, upload);
  }

  async function take(req: IncomingMessage, upload: Upload): Promise<Answer> {
    const after = await receiveUpload(app, upload, req);
    const headers = { 'Upload-Offset': String(after.received) };
    if (after.received < after.bytes) {
      return { status: 204, headers: { ...headers, ...expires(app.clock.now()) } };
    }
    return { status: 200, headers, json: viewFile(app, await saveFile(app, after)) };
  }

  /** A sender who never heard the last answer only asks how far it came: that must be enough to finish. */
  async function look(upload: Upload): Promise<Answer> {
    if (upload.state === 'uploading' && upload.received === upload.bytes) await saveFile(app, upload);
    const headers = { 'Upload-Offset': String(upload.received), 'Upload-Length': String(upload.bytes) };
    return { status: 200, headers: { ...headers, 'Cache-Control': 'no-store' } };
  }

  return {
    handle(req, res, path) {
      const [, home, id] = /^(\/api\/(?:[\w-]+\/)*uploads)(?:\/([\w-]{1,64}))?\/?$/.exec(path) ?? [];
      if (home === undefined) return false;
      answer(req, home, id)
        .catch((error) => describe(app, error))
        .then((reply) => sendAnswer(req, res, reply));
      return true;
    },
  };
}

const bodyType = 'application/offset+octet-stream';

const abilities = (most: number) => ({
  'Tus-Version': version,
  'Tus-Extension': 'creation,creation-with-upload,expiration,termination',
  'Tus-Max-Size': String(most),
});

const expires = (at: number) => ({ 'Upload-Expires': new Date(at + expiresMs).toUTCString() });

const wholeNumber = (text: string | string[] | undefined) =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;

const wrong = (field: string, expected: string) =>
  new PostboteError('invalid_request', {
    violations: [{ code: 'field_wrong', facts: { field, expected } }],
  });

/** Key and base64, separated by commas. What it says is a wish; only the bytes decide. */
function metadata(header: string | string[] | undefined): { name: string; type: string } {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  const given = new Map(pairs.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()]));
  return { name: given.get('filename') ?? given.get('name') ?? '', type: given.get('filetype') ?? '' };
}

function describe(app: App, error: unknown): Answer {
  const known = error instanceof PostboteError ? error : new PostboteError('internal', { cause: error });
  const lineBroke = (error as NodeJS.ErrnoException | null)?.code === 'ECONNRESET';
  if (known !== error && !lineBroke) app.log.error({ err: error }, 'an upload failed');
  const { code, facts, violations } = known;
  const body: ApiErrorBody = {
    error: code,
    facts,
    ...(violations.length > 0 && { problems: violations.map((one) => ({ ...one })) }),
  };
  const words = { error_description: message(code, facts), next_action: nextAction(code, facts) };
  const status = facts.reason === 'too_large' ? errorTable.too_large.status : errorTable[code].status;
  return { status, json: { ...body, ...words } };
}

function sendAnswer(req: IncomingMessage, res: ServerResponse, { status, headers, json }: Answer): void {
  if (res.destroyed) return;
  const text = json === undefined || req.method === 'HEAD' ? '' : JSON.stringify(json);
  res.writeHead(status, {
    'Tus-Resumable': version,
    'X-Content-Type-Options': 'nosniff',
    ...(text !== '' && { 'Content-Type': 'application/json' }),
    // Node frames a 204 by itself and must not be told a length.
    ...(status !== 204 && { 'Content-Length': Buffer.byteLength(text) }),
    // What was refused half-way is not read to its end.
    ...(!req.complete && { Connection: 'close' }),
    ...headers,
  });
  res.end(text);
}
