import type { App } from '../context.ts';
import type { FileView } from '../contract/api/files.ts';
import { PostboteError } from '../errors.ts';
import { findUpload, listReady } from '../store/files.ts';
import { viewFile } from './file-address.ts';

const maxPage = 100;

/** What the workspace has uploaded, newest first. `after` is the id of the last file of the page before. */
export async function listFiles(
  app: Pick<App, 'db' | 'address'>,
  caller: { readonly workspaceId: string },
  page: { readonly limit?: number; readonly after?: string } = {},
): Promise<FileView[]> {
  const after = page.after ? await findUpload(app.db.query, caller.workspaceId, page.after) : null;
  if (after === undefined) throw new PostboteError('not_found');
  const limit = Math.min(page.limit ?? 50, maxPage);
  const files = await listReady(app.db.query, caller.workspaceId, limit, after);
  return files.map((file) => viewFile(app, file));
}
