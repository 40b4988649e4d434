import type { App } from '../src/context.ts';
import type { FileView } from '../src/contract/api/files.ts';
import { beginUpload } from '../src/files/begin-upload.ts';
import { viewFile } from '../src/files/file-address.ts';
import { findUpload } from '../src/files/find-upload.ts';
import { receiveUpload } from '../src/files/receive-upload.ts';
import { saveFile } from '../src/files/save-file.ts';

/** A file as the dashboard would have uploaded it. */
export async function addFile(
  app: App,
  workspaceId: string,
  name: string,
  bytes: Uint8Array,
): Promise<FileView> {
  const caller = { workspaceId };
  const { id } = await beginUpload(app, caller, { bytes: bytes.byteLength, name });
  async function* body() {
    yield bytes;
  }
  const received = await receiveUpload(app, await findUpload(app, caller, id), body());
  return viewFile(app, await saveFile(app, received));
}
