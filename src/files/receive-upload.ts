import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { advanceUpload, type FileRow } from '../store/files.ts';
import { refuseUpload } from './refuse-upload.ts';
import { checkHead, headBytes } from './upload-type.ts';

/**
 * Keeps what a sender delivers from where the upload stands, piece by piece: whatever is answered for is on disk, and
 * never more than one piece is in memory. Returns how far it got, also when the sender falls silent in between.
 */
export async function receiveUpload(
  app: Pick<App, 'db' | 'clock' | 'config' | 'storage'>,
  upload: FileRow,
  body: AsyncIterable<Uint8Array>,
): Promise<FileRow> {
  let known = upload;
  let held: Uint8Array[] = [];
  let size = 0;

  const keep = async () => {
    if (size === 0) return;
    const bytes = Buffer.concat(held);
    [held, size] = [[], 0];
    // Found out early: nobody sends two gigabytes for nothing.
    if (known.received === 0 && (bytes.byteLength >= headBytes || bytes.byteLength === known.bytes)) {
      await checkHead(app, bytes.subarray(0, headBytes), known);
    }
    const { id, received: from } = known;
    const progress = await app.storage.append(id, known.progress, from, bytes);
    const to = from + bytes.byteLength;
    if (!(await advanceUpload(app.db.query, id, { from, to, progress, now: app.clock.now() }))) {
      throw new PostboteError('conflict');
    }
    known = { ...known, received: to, progress };
  };

  try {
    for await (const chunk of body) {
      if (known.received + size + chunk.byteLength > known.bytes) {
        throw new PostboteError('too_large', { facts: { reason: 'too_large', max: known.bytes } });
      }
      for (let rest = chunk; rest.byteLength > 0; ) {
        const room = app.storage.pieceBytes - ((known.received + size) % app.storage.pieceBytes);
        const part = rest.subarray(0, room);
        // A copy: the sender's buffers are larger than what is taken from them.
        held.push(Uint8Array.from(part));
        size += part.byteLength;
        rest = rest.subarray(part.byteLength);
        if (part.byteLength === room) await keep();
      }
    }
    await keep();
    return known;
  } catch (error) {
    if (error instanceof PostboteError) {
      if (error.code === 'upload_refused') await refuseUpload(app, known);
      throw error;
    }
    // The line broke: what has come is kept, and the sender goes on from there.
    await keep();
    throw error;
  }
}
