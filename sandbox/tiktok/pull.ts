import { randomWord } from '../accounts.ts';
import { fetchFile } from '../fetch-file.ts';
import { keepFilm } from '../films.ts';
import { jpegMeasures, sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import type { Digest } from '../request-body.ts';
import type { PostMedia } from '../store.ts';
import type { World } from '../world.ts';
import { findPublication, finish, type Publication } from './publication.ts';

/** "20MB" and "4GB"; of two readings a twin takes the one that refuses more. */
const maxPhotoBytes = 20_000_000;
const maxVideoBytes = 4_000_000_000;
/** "Maximum 1080p" in the documentation; in practice the shorter side is measured (postiz-app #1875). */
const maxShorterSide = 1080;

/** Pulls that run right now; after a restart they begin anew with the next question about the publication. */
const running = new WeakMap<World, Set<string>>();

/** TikTok fetches the files itself, and posts as soon as it has them all. */
export function startPull(world: World, publication: Publication): void {
  const jobs = running.get(world) ?? new Set<string>();
  running.set(world, jobs);
  if (publication.source !== 'PULL_FROM_URL' || publication.complete !== null || jobs.has(publication.id))
    return;
  jobs.add(publication.id);
  pull(world, publication)
    // The sandbox may have been closed meanwhile; the next one to open the file starts over.
    .catch(() => undefined)
    .finally(() => jobs.delete(publication.id));
}

async function pull(world: World, publication: Publication): Promise<void> {
  const media: PostMedia[] = [];
  let failReason: string | null = null;
  for (const url of publication.urls) {
    const { problem, ...item } = await fetchOne(world, publication, url);
    failReason ??= problem;
    media.push(item);
  }
  // Read again: it may have been cancelled while the files came in.
  const latest = findPublication(world, publication.id);
  if (latest !== null && latest.complete === null) finish(world, latest, { media, failReason });
}

async function fetchOne(
  world: World,
  { account, kind }: Publication,
  url: string,
): Promise<PostMedia & { problem: string | null }> {
  const isPhoto = kind === 'photo';
  const none = { type: isPhoto ? 'image' : 'video', size: 0, alt: '' } as const;
  // No redirects are followed (Media Transfer Guide).
  const digest = await fetchFile(world, url, isPhoto ? maxPhotoBytes : maxVideoBytes, {
    userAgent: 'TikTokPull',
    followsRedirects: false,
  });
  if (digest === 'too_large') return { ...none, problem: 'file_format_check_failed' };
  if (digest === 'unreachable') return { ...none, problem: `${kind}_pull_failed` };
  const problem = isPhoto ? photoProblem(digest) : videoProblem(sniffType(digest.head));
  const kept = problem !== null ? {} : isPhoto ? keep(world, account, digest) : keepVideo(world, digest);
  return { ...none, ...kept, size: digest.size, problem };
}

function photoProblem({ head }: Digest): string | null {
  const type = sniffType(head);
  if (type !== 'image/jpeg' && type !== 'image/webp') return 'file_format_check_failed';
  const measures = type === 'image/jpeg' ? jpegMeasures(head) : null;
  if (measures === null) return null;
  return Math.min(measures.width, measures.height) > maxShorterSide ? 'picture_size_check_failed' : null;
}

export function videoProblem(type: string | null): string | null {
  return type?.startsWith('video/') ? null : 'file_format_check_failed';
}

function keepVideo(world: World, digest: Digest): { film: string } {
  const film = randomWord(12);
  keepFilm(world.store, { platform: 'tiktok', film }, digest);
  return { film };
}

function keep(world: World, account: string, { head, size, sha256, bytes }: Digest): { upload?: string } {
  if (bytes === null) return {};
  const id = randomWord(12);
  const type = sniffType(head) ?? 'image/jpeg';
  putUpload(world.store, { platform: 'tiktok', account, id, type, size, sha256, bytes });
  return { upload: id };
}
