import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { type FileRow, findUpload as find } from '../store/files.ts';

/** Another workspace's upload is like one that does not exist. */
export async function findUpload(
  app: Pick<App, 'db'>,
  caller: { readonly workspaceId: string },
  id: string,
): Promise<FileRow> {
  const upload = await find(app.db.query, caller.workspaceId, id);
  if (!upload) throw new PostboteError('not_found');
  return upload;
}
