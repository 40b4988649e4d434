import { randomWord } from '../accounts.ts';
import { fetchFile } from '../fetch-file.ts';
import { keepFilm } from '../films.ts';
import { jpegMeasures, sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import type { Digest } from '../request-body.ts';
import type { World } from '../world.ts';
import { type GraphProblem, mediaProblems } from './graph-error.ts';
import { instagram } from './sign-in.ts';

const maxImageBytes = 8 * 1024 * 1024;
const maxVideoBytes = 300_000_000;

export type Kind = 'image' | 'story_image' | 'cover' | 'video';

export interface Inspected {
  readonly problem: GraphProblem | null;
  readonly size: number;
  /** The upload that holds the bytes, where they were kept. */
  readonly upload?: string;
  readonly film?: string;
}

/** Fetches the file as Meta's servers would, and says what is wrong with it. Never rejects. */
export async function fetchMedia(world: World, account: string, url: string, kind: Kind): Promise<Inspected> {
  const digest = await fetchFile(world, url, kind === 'video' ? maxVideoBytes : maxImageBytes);
  if (digest === 'unreachable') return { problem: mediaProblems.unreachable, size: 0 };
  if (digest === 'too_large') {
    return { problem: kind === 'video' ? mediaProblems.videoFormat : mediaProblems.imageTooLarge, size: 0 };
  }
  const seen = inspect(world, account, digest, kind);
  if (kind !== 'video' || seen.problem !== null) return seen;
  const film = randomWord(12);
  keepFilm(world.store, { platform: instagram, film }, digest);
  return { ...seen, film };
}

export function inspect(world: World, account: string, digest: Digest, kind: Kind): Inspected {
  const { size, head, sha256, bytes } = digest;
  const type = sniffType(head);
  if (kind === 'video') {
    return { problem: isVideo(type) ? null : mediaProblems.videoFormat, size };
  }
  if (type !== 'image/jpeg') return { problem: mediaProblems.imageFormat, size };
  if (kind === 'image') {
    const measures = jpegMeasures(head);
    if (measures === null) return { problem: mediaProblems.imageFormat, size };
    const ratio = measures.width / measures.height;
    // A pixel of rounding either way is not held against anybody.
    if (ratio < 0.795 || ratio > 1.915) return { problem: mediaProblems.imageRatio, size };
  }
  if (bytes === null) return { problem: null, size };
  const upload = randomWord(12);
  putUpload(world.store, { platform: instagram, account, id: upload, type, size, sha256, bytes });
  return { problem: null, size, upload };
}

function isVideo(type: string | null): boolean {
  return type === 'video/mp4' || type === 'video/quicktime';
}
