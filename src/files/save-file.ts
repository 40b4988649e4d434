import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { safeName } from '../media/file-types.ts';
import { readFilm } from '../media/read-film.ts';
import { makeThumbnail, readPicture } from '../media/read-picture.ts';
import { completeUpload, type FileFacts, type FileRow, findFiles, type ReadyFile } from '../store/files.ts';
import { readFile } from './file-media.ts';
import { hashOf, withLocalFile } from './local-file.ts';
import { refuseUpload } from './refuse-upload.ts';
import { thumbnailKey } from './remove-bytes.ts';
import { checkHead, headBytes, type UploadType } from './upload-type.ts';

type Saving = Pick<App, 'db' | 'clock' | 'config' | 'storage'>;

/** All bytes are here: they are looked at, and what is fit to be posted becomes a file. May be called again. */
export async function saveFile(app: Saving, upload: FileRow): Promise<ReadyFile> {
  try {
    await app.storage.finish(upload.id, upload.progress, upload.bytes);
    const head = await readAll(await readFile(app, upload, 0, Math.min(headBytes, upload.bytes)));
    const is = await checkHead(app, head, upload);
    const facts =
      is.kind === 'image' ? await lookAtPicture(app, upload, is) : await lookAtFilm(app, upload, is);
    const ready = await completeUpload(app.db.query, upload.id, facts, app.clock.now());
    const file = ready ?? (await findFiles(app.db.query, [upload.id]))[0];
    if (!file) throw new PostboteError('not_found');
    return file;
  } catch (error) {
    if (!(error instanceof PostboteError)) throw error;
    if (error.code !== 'upload_refused' && error.code !== 'media_rejected') throw error;
    await refuseUpload(app, upload);
    throw new PostboteError('upload_refused', { facts: error.facts, cause: error });
  }
}

async function lookAtPicture(app: Saving, upload: FileRow, { type, kind }: UploadType): Promise<FileFacts> {
  const look = async (path: string, sha256: string): Promise<FileFacts> => {
    const { width, height, frames } = await readPicture(path);
    const thumbnail = await makeThumbnail(path);
    await app.storage.put(thumbnailKey(upload.id), thumbnail);
    const name = safeName(upload.name, type);
    const seen = { width, height, frames, duration_ms: null };
    return { name, kind, type, ...seen, sha256, thumbnail: thumbnail.byteLength };
  };
  const stream = await readFile(app, upload, 0, upload.bytes);
  const path = app.storage.localPath(upload.id);
  return path === null ? withLocalFile(stream, look) : look(path, await hashOf(stream));
}

async function lookAtFilm(app: Saving, upload: FileRow, { type, kind }: UploadType): Promise<FileFacts> {
  const film = await readFilm(upload.bytes, async (start, end) =>
    readAll(await readFile(app, upload, start, end)),
  );
  const sha256 = await hashOf(await readFile(app, upload, 0, upload.bytes));
  const { width, height, durationMs } = film;
  const name = safeName(upload.name, type);
  return { name, kind, type, width, height, frames: null, sha256, thumbnail: 0, duration_ms: durationMs };
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
