import { PostboteError } from '../../errors.ts';
import type { Media } from '../publishing.ts';

/** Parts of a file, in order, without ever holding more than one of them. */
export interface ByteSource {
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function byteSource(media: Media, sliceable: boolean): ByteSource {
  if (!sliceable) return streamSource(media);
  return { read: (start, end) => media.slice(start, end), close: async () => {} };
}

/** For a server that states no size, and so cannot be asked for parts: one pass through the file. */
function streamSource(media: Media): ByteSource {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let held: Uint8Array = new Uint8Array();
  let position = 0;
  const close = async () => {
    await reader?.cancel().catch(() => undefined); // Already closed when the reading failed.
    reader = undefined;
  };
  /** The next bytes, at most `count` of them. */
  const next = async (count: number): Promise<Uint8Array> => {
    if (held.length === 0) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) {
        throw new PostboteError('media_rejected', {
          facts: { platform: 'facebook', reason: 'out_of_range' },
        });
      }
      held = value;
    }
    const part = held.subarray(0, count);
    held = held.subarray(part.length);
    position += part.length;
    return part;
  };
  return {
    close,
    async read(start, end) {
      if (!reader || position > start) {
        await close();
        reader = (await media.open()).stream.getReader();
        held = new Uint8Array();
        position = 0;
      }
      while (position < start) await next(start - position);
      const parts: Uint8Array[] = [];
      while (position < end) parts.push(await next(end - position));
      return Buffer.concat(parts);
    },
  };
}
