import { randomWord } from '../accounts.ts';
import { fetchFile } from '../fetch-file.ts';
import { keepFilm } from '../films.ts';
import { jpegMeasures, sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import type { World } from '../world.ts';
import { threads } from './sign-in.ts';

const maxImageBytes = 8 * 1024 * 1024;
const maxVideoBytes = 1_000_000_000;
const maxRatio = 10;

export interface Inspected {
  /** One of the words a container's `error_message` knows. */
  readonly problem: string | null;
  readonly size: number;
  readonly upload?: string;
  readonly film?: string;
}

/** The only way in: Threads fetches, nobody uploads. Never rejects. */
export async function fetchMedia(
  world: World,
  account: string,
  url: string,
  kind: 'image' | 'video',
): Promise<Inspected> {
  const digest = await fetchFile(world, url, kind === 'video' ? maxVideoBytes : maxImageBytes);
  if (digest === 'unreachable') {
    return { problem: kind === 'video' ? 'FAILED_DOWNLOADING_VIDEO' : 'UNKNOWN', size: 0 };
  }
  if (digest === 'too_large') return { problem: 'UNKNOWN', size: 0 };
  const { size, head, sha256, bytes } = digest;
  const type = sniffType(head);
  if (kind === 'video') {
    const isFilm = type === 'video/mp4' || type === 'video/quicktime';
    if (!isFilm) return { problem: 'FAILED_PROCESSING_VIDEO', size };
    const film = randomWord(12);
    keepFilm(world.store, { platform: threads, film }, digest);
    return { problem: null, size, film };
  }
  if (type !== 'image/jpeg' && type !== 'image/png') return { problem: 'UNKNOWN', size };
  const measures = type === 'image/jpeg' ? jpegMeasures(head) : null;
  if (measures !== null) {
    const ratio = measures.width / measures.height;
    // Meta's own spelling.
    if (Math.max(ratio, 1 / ratio) > maxRatio) return { problem: 'INVALID_ASPEC_RATIO', size };
  }
  if (bytes === null) return { problem: null, size };
  const upload = randomWord(12);
  putUpload(world.store, { platform: threads, account, id: upload, type, size, sha256, bytes });
  return { problem: null, size, upload };
}
