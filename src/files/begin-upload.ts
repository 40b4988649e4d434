import { randomUUIDv7 } from 'node:crypto';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { insertUpload, type NewUpload } from '../store/files.ts';
import { createToken } from './file-address.ts';

/** Announces a file of this many bytes. The name is only a wish: its ending is decided by the bytes. */
export async function beginUpload(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  caller: { readonly workspaceId: string },
  input: { readonly bytes: number; readonly name: string },
): Promise<NewUpload> {
  const max = Math.max(app.config.maxUpload.video, app.config.maxUpload.image);
  if (input.bytes > max) {
    throw new PostboteError('too_large', { facts: { reason: 'too_large', bytes: input.bytes, max } });
  }
  if (input.bytes === 0) throw new PostboteError('upload_refused', { facts: { reason: 'emptyFile' } });
  const now = app.clock.now();
  const upload = {
    id: randomUUIDv7(),
    workspace_id: caller.workspaceId,
    token: createToken(),
    name: input.name.slice(0, 200).replaceAll('\0', '').toWellFormed(),
    bytes: input.bytes,
    created_at: now,
    touched_at: now,
  };
  await insertUpload(app.db.query, upload);
  return upload;
}
