import { hash, randomUUIDv7 } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { App } from '../context.ts';
import { type Facts, PostboteError } from '../errors.ts';
import { endings } from '../media/file-types.ts';
import { fitImage } from '../media/fit-image.ts';
import { type ImageUse, judgeImage, ruleOf } from '../media/judge-image.ts';
import { readPicture } from '../media/read-picture.ts';
import type { ImageLimits } from '../platforms/limits.ts';
import type { Media } from '../platforms/publishing.ts';
import { useFiles } from '../store/file-uses.ts';
import { completeDerived, findDerived, insertUpload, type ReadyFile } from '../store/files.ts';
import { createToken } from './file-address.ts';
import { withLocalFile } from './local-file.ts';

export interface Fitting {
  readonly workspaceId: string;
  readonly postId: string;
  readonly limits: ImageLimits;
  readonly use: ImageUse;
}

type Fit = Pick<App, 'db' | 'clock' | 'storage'>;

/** The file to send instead of a picture that the platform would refuse; null: it goes out as it is. */
export async function fitMedia(app: Fit, media: Media, at: Fitting): Promise<ReadyFile | null> {
  const verdict = judgeImage(await media.probe(), at.limits, at.use);
  if (verdict.is === 'fits') return null;
  if (verdict.is === 'never') throw unfit(verdict.facts);
  const { stream } = await media.open();
  return withLocalFile(stream, async (path, sha256) => {
    const derived = `${sha256}:${ruleOf(at.limits)}`;
    const known = await findDerived(app.db.query, at.workspaceId, derived);
    const file = known ?? (await makeFit(app, path, at, derived));
    if (file) await app.db.transaction((query) => useFiles(query, at.postId, [file.id], app.clock.now()));
    return file;
  });
}

/** Now that the whole file is here, nothing about it is unknown any more. */
async function makeFit(app: Fit, path: string, at: Fitting, derived: string): Promise<ReadyFile | null> {
  const picture = await readPicture(path);
  const { size } = await stat(path);
  const verdict = judgeImage({ ...picture, size }, at.limits, at.use);
  if (verdict.is === 'fits') return null;
  if (verdict.is === 'never') throw unfit(verdict.facts);
  const fitted = await fitImage(path, picture, at.limits);
  const { bytes, ...facts } = fitted;
  const now = app.clock.now();
  const upload = {
    id: randomUUIDv7(),
    workspace_id: at.workspaceId,
    token: createToken(),
    name: `picture.${endings[facts.type]}`,
    bytes: bytes.byteLength,
    created_at: now,
    touched_at: now,
  };
  // Known before its bytes are: whatever happens in between, the clean-up finds it.
  await insertUpload(app.db.query, upload);
  await app.storage.put(upload.id, bytes);
  return completeDerived(app.db.query, upload.id, derived, {
    ...facts,
    name: upload.name,
    kind: 'image',
    duration_ms: null,
    frames: 1,
    sha256: hash('sha256', bytes, 'hex'),
    thumbnail: 0,
  });
}

const unfit = (facts: Facts) => new PostboteError('media_rejected', { facts });
