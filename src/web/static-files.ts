import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** Vite puts a hash of the content into these names: under one name there is only ever one content. */
const hashedName = /^\/assets\/.*[-.][\w-]{8,}\.\w+$/;
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cache: string;
  /** Ways to send it, best first; the last one is the file as it is. */
  readonly forms: readonly { readonly encoding: string | null; readonly file: string }[];
}

export interface StaticFiles {
  /** False: there is no such file, and it is no page of the dashboard either. */
  handle(req: IncomingMessage, res: ServerResponse, path: string): boolean;
}

/**
 * The built dashboard; null: it has not been built. The files are listed once at the start, so a path can only ever
 * name one of them and never lead out of the folder.
 */
export function openStaticFiles(
  folder: string,
  headers: Readonly<Record<string, string>>,
): StaticFiles | null {
  const files = list(folder);
  const index = files.get('/index.html');
  if (!index) return null;

  return {
    handle(req, res, path) {
      const file = files.get(path) ?? (wantsPage(req) ? index : undefined);
      if (!file) return false;
      send(req, res, file, headers).catch(() => {
        // The file went away under us, or the client did.
        if (res.headersSent) res.destroy();
        else res.writeHead(500).end();
      });
      return true;
    },
  };
}

/** A browser that opens an address, as opposed to a script that looks for a file. */
const wantsPage = (req: IncomingMessage) => req.headers.accept?.includes('text/html') === true;

async function send(
  req: IncomingMessage,
  res: ServerResponse,
  file: StaticFile,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const given = req.headers['accept-encoding'] ?? '';
  const form = file.forms.find(({ encoding }) => encoding === null || accepts(String(given), encoding));
  if (!form) throw new Error('no form');
  const etag = form.encoding === null ? `"${file.etag}"` : `"${file.etag}-${form.encoding}"`;
  const all = {
    ...headers,
    ETag: etag,
    'Cache-Control': file.cache,
    ...(file.forms.length > 1 ? { Vary: 'Accept-Encoding' } : {}),
  };
  if (req.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    res.writeHead(304, all).end();
    return;
  }
  const body = await readFile(form.file);
  res.writeHead(200, {
    ...all,
    'Content-Type': file.type,
    'Content-Length': body.length,
    ...(form.encoding === null ? {} : { 'Content-Encoding': form.encoding }),
  });
  // Node leaves the body out by itself when the request was a HEAD.
  res.end(body);
}

const accepts = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });

function list(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const all = new Set(names(folder));
  for (const entry of all) {
    const path = `/${entry.replaceAll('\\', '/')}`;
    const type = types[extname(path)];
    // A compressed twin is a form of its file; anything of unknown kind (source maps …) is not for the public.
    if (type === undefined) continue;
    const file = join(folder, entry);
    const twins = encodings.filter(([, ending]) => all.has(`${entry}${ending}`));
    files.set(path, {
      type,
      etag: createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22),
      cache: hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      forms: [
        ...twins.map(([encoding, ending]) => ({ encoding, file: `${file}${ending}` })),
        { encoding: null, file },
      ],
    });
  }
  return files;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch {
    // No folder: not built.
    return [];
  }
}
