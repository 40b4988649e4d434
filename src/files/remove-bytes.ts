import type { App } from '../context.ts';
import { forgetFile } from '../store/file-uses.ts';
import type { FileRow } from '../store/files.ts';

export const thumbnailKey = (id: string) => `${id}-thumbnail`;

/** Of a file that nobody finds any more. Interrupted, it is done again by the next clean-up. */
export async function removeBytes(app: Pick<App, 'db' | 'storage'>, file: FileRow): Promise<void> {
  await app.storage.abandon(file.id, file.progress);
  await app.storage.remove(file.id);
  await app.storage.remove(thumbnailKey(file.id));
  await app.db.transaction((query) => forgetFile(query, file.id));
}
