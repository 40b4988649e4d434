import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import type { Media, MediaFacts } from '../platforms/publishing.ts';
import { StorageTrouble } from '../storage/storage.ts';
import type { ReadyFile } from '../store/files.ts';

const maxSliceBytes = 8 * 1024 * 1024;

/** One of our own files as the adapters see it: read where it lies, not fetched from ourselves. */
export function fileMedia(
  app: Pick<App, 'storage'>,
  file: ReadyFile,
  at: { readonly url: string; readonly alt: string },
): Media {
  const { type, bytes: size, width, height, duration_ms: durationMs } = file;
  const facts: MediaFacts = { type, size, width, height, durationMs };
  return {
    ...at,
    kind: file.kind,
    probe: async () => facts,
    open: async () => ({ ...facts, stream: await readFile(app, file, 0, size) }),
    async slice(start, end) {
      if (end - start > maxSliceBytes) throw new RangeError('a slice is at most 8 MiB');
      if (end > size) throw new PostboteError('media_rejected', { facts: { reason: 'out_of_range' } });
      const chunks: Uint8Array[] = [];
      for await (const chunk of await readFile(app, file, start, end)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/** Storage that does not answer is a passing trouble; bytes that are not there are none. */
export async function readFile(
  app: Pick<App, 'storage'>,
  file: Pick<ReadyFile, 'id'>,
  start: number,
  end: number,
): Promise<ReadableStream<Uint8Array>> {
  let stream: ReadableStream<Uint8Array> | null;
  try {
    stream = await app.storage.read(file.id, start, end);
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
    throw new PostboteError('media_unreachable', { facts: { reason: 'storage' }, cause: error });
  }
  if (stream === null) throw new PostboteError('media_rejected', { facts: { reason: 'file_gone' } });
  return stream;
}
