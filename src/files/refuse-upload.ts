import type { App } from '../context.ts';
import { markRemoved } from '../store/file-uses.ts';
import { type FileRow, findUpload } from '../store/files.ts';
import { removeBytes } from './remove-bytes.ts';

/** What may not stay goes at once. */
export async function refuseUpload(
  app: Pick<App, 'db' | 'clock' | 'storage'>,
  upload: FileRow,
): Promise<void> {
  const known = await findUpload(app.db.query, upload.workspace_id, upload.id);
  const removed = known && (await markRemoved(app.db.query, known, app.clock.now()));
  if (removed) await removeBytes(app, removed);
}
