import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { markRemoved } from '../store/file-uses.ts';
import { findUpload } from '../store/files.ts';
import { removeBytes } from './remove-bytes.ts';

/** Removes a file or an unfinished upload, unless a post still needs it. */
export async function removeFile(
  app: Pick<App, 'db' | 'clock' | 'storage'>,
  caller: { readonly workspaceId: string },
  id: string,
): Promise<void> {
  const known = await findUpload(app.db.query, caller.workspaceId, id);
  if (!known) throw new PostboteError('not_found');
  const removed = await markRemoved(app.db.query, known, app.clock.now());
  if (!removed) throw new PostboteError('file_in_use');
  await removeBytes(app, removed);
}
