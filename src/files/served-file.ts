import type { App } from '../context.ts';
import { findByToken, type ReadyFile } from '../store/files.ts';
import { thumbnailName } from './file-address.ts';
import { thumbnailKey } from './remove-bytes.ts';

export interface ServedFile {
  /** Where the storage has it. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The same for the same bytes. */
  readonly tag: string;
}

/** What is public at a file's address: the file itself, or its thumbnail. */
export async function servedFile(
  app: Pick<App, 'db' | 'storage'>,
  token: string,
  name: string,
): Promise<ServedFile | null> {
  const file = await findByToken(app.db, token);
  if (file === null) return null;
  if (name === file.name) return describe(file);
  if (name !== thumbnailName || file.thumbnail === 0) return null;
  const key = thumbnailKey(file.id);
  return { key, name: 'thumbnail.webp', type: 'image/webp', size: file.thumbnail, tag: `"${key}"` };
}

const describe = ({ id, name, type, bytes, sha256 }: ReadyFile): ServedFile => ({
  key: id,
  name,
  type,
  size: bytes,
  tag: `"${sha256 ?? id}"`,
});
