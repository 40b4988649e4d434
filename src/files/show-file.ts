import type { App } from '../context.ts';
import type { FileView } from '../contract/api/files.ts';
import { PostboteError } from '../errors.ts';
import { findFiles } from '../store/files.ts';
import { viewFile } from './file-address.ts';

export async function showFile(
  app: Pick<App, 'db' | 'address'>,
  caller: { readonly workspaceId: string },
  id: string,
): Promise<FileView> {
  const [file] = await findFiles(app.db.query, [id]);
  if (file?.workspace_id !== caller.workspaceId) throw new PostboteError('not_found');
  return viewFile(app, file);
}
