import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { endings } from '../media/file-types.ts';
import { kindByExtension, kindOfType, type MediaKind, sniffType } from '../media/media-kind.ts';
import type { FileRow } from '../store/files.ts';

/** The beginning by which a file is judged. */
export const headBytes = 8192;

export interface UploadType {
  readonly type: string;
  readonly kind: MediaKind;
}

/**
 * What a file is, by its bytes alone: two readers must agree, and the name must not promise something else. A JPEG
 * called `.png` is merely renamed; a film called `.jpg`, or a page called `.jpg`, is refused.
 */
export async function checkHead(
  app: Pick<App, 'config'>,
  head: Uint8Array,
  upload: Pick<FileRow, 'name' | 'bytes'>,
): Promise<UploadType> {
  const refuse = (facts: Record<string, string | number | readonly string[]>) =>
    new PostboteError('upload_refused', { facts });
  const type = sniffType(head);
  const { fileTypeFromBuffer } = await import('file-type');
  const second = await fileTypeFromBuffer(head).catch(() => undefined);
  if (type === null || endings[type] === undefined) {
    const found = type ?? second?.mime;
    throw refuse({ reason: 'unsupported_type', types: Object.keys(endings), ...(found && { type: found }) });
  }
  const kind = kindOfType(type);
  if (second && kindOfType(second.mime) !== kind) {
    throw refuse({ reason: 'unsupported_type', type: second.mime, types: Object.keys(endings) });
  }
  const promised = kindByExtension(`http://name/${encodeURIComponent(upload.name)}`);
  if (promised !== null && promised !== kind) throw refuse({ reason: 'mislabelled', type, promised });
  const max = app.config.maxUpload[kind];
  if (upload.bytes > max) throw refuse({ reason: 'too_large', bytes: upload.bytes, max });
  return { type, kind };
}
