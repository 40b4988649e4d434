import { randomBytes } from 'node:crypto';
import type { App } from '../context.ts';
import type { FileView } from '../contract/api/files.ts';
import type { Mode } from '../contract/platform-ids.ts';
import type { ReadyFile } from '../store/files.ts';

/** 192 bits: whoever has not been told the address does not find the file. */
export const createToken = () => randomBytes(24).toString('base64url');

export const filePath = /^\/media\/([\w-]{32})\/([a-z0-9-]{1,80}(?:\.[a-z0-9]{2,4})?)$/;
/** Beside the file's own name, which always has an ending. */
export const thumbnailName = 'thumbnail';

export function fileUrl(app: Pick<App, 'address'>, file: Pick<ReadyFile, 'token' | 'name'>, mode: Mode) {
  return `${app.address(mode)}/media/${file.token}/${file.name}`;
}

/**
 * The token in an address that looks like one of ours. The host is left aside: a post may have been planned before the
 * server moved, and nobody else can make up a token that is in our table.
 */
export function tokenOf(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? '';
  const at = path.lastIndexOf('/media/');
  return at === -1 ? null : (filePath.exec(path.slice(at))?.[1] ?? null);
}

/** Of a picture of our own the small one, which is made with every upload; a foreign address stays as it is. */
export function smallUrl(url: string): string {
  return tokenOf(url) === null ? url : url.slice(0, url.lastIndexOf('/') + 1) + thumbnailName;
}

export function viewFile(app: Pick<App, 'address'>, file: ReadyFile): FileView {
  return {
    id: file.id,
    url: fileUrl(app, file, 'live'),
    name: file.name,
    kind: file.kind,
    type: file.type,
    bytes: file.bytes,
    width: file.width,
    height: file.height,
    durationMs: file.duration_ms,
    thumbnailUrl: file.thumbnail ? fileUrl(app, { token: file.token, name: thumbnailName }, 'live') : null,
    createdAt: file.created_at,
  };
}
