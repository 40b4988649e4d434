import { findObject, putObject } from '../objects.ts';
import type { Moment, World } from '../world.ts';
import type { GraphProblem } from './graph-error.ts';
import { fetchMedia, type Inspected } from './inspect-media.ts';
import { instagram } from './sign-in.ts';

export const imageSeconds = 0.5;
export const videoSeconds = 2;
const expirySeconds = 86_400;

export type MediaType = 'IMAGE' | 'VIDEO' | 'REELS' | 'STORIES' | 'CAROUSEL';
export type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export interface Container {
  readonly account: string;
  readonly id: string;
  readonly mediaType: MediaType;
  readonly caption: string;
  readonly altText: string;
  readonly isCarouselItem: boolean;
  readonly children: readonly string[];
  readonly imageUrl: string | null;
  readonly videoUrl: string | null;
  readonly coverUrl: string | null;
  readonly isResumable: boolean;
  readonly bytesTransferred: number;
  readonly createdAt: number;
  /** When processing began; with a byte upload, when the last byte came. */
  readonly begun: Moment;
  /** Seconds that processing takes at least. */
  readonly seconds: number;
  readonly isRejected: boolean;
  /** Set once the files have been looked at. */
  readonly result: { problem: GraphProblem | null; media: Inspected | null; cover: Inspected | null } | null;
  readonly mediaId: string | null;
}

/** Fetches that run right now; after a restart they begin anew with the next question about the container. */
const running = new WeakMap<World, Map<string, Promise<void>>>();

export function saveContainer(world: World, container: Container): void {
  putObject(world.store, instagram, 'container', container.account, container.id, container);
}

export function findContainer(world: World, id: string): Container | null {
  return findObject<Container>(world.store, instagram, 'container', id)?.data ?? null;
}

export function changeContainer(world: World, id: string, change: Partial<Container>): void {
  const container = findContainer(world, id);
  if (container !== null) saveContainer(world, { ...container, ...change });
}

export function statusOf(world: World, container: Container): StatusCode {
  if (container.mediaId !== null) return 'PUBLISHED';
  if (world.now() - container.createdAt >= expirySeconds * 1000) return 'EXPIRED';
  if (container.result === null) {
    startProcessing(world, container);
    return 'IN_PROGRESS';
  }
  if (!world.passed(container.begun, container.seconds)) return 'IN_PROGRESS';
  return container.result.problem === null ? 'FINISHED' : 'ERROR';
}

export function startProcessing(world: World, container: Container): void {
  const jobs = running.get(world) ?? new Map<string, Promise<void>>();
  running.set(world, jobs);
  if (container.result !== null || container.isResumable || jobs.has(container.id)) return;
  jobs.set(
    container.id,
    process(world, container)
      // The sandbox may have been closed meanwhile; the next one to open the file starts over.
      .catch(() => undefined)
      .finally(() => jobs.delete(container.id)),
  );
}

async function process(world: World, container: Container): Promise<void> {
  const { account, imageUrl, videoUrl, coverUrl, mediaType } = container;
  const media =
    videoUrl !== null
      ? await fetchMedia(world, account, videoUrl, 'video')
      : imageUrl !== null
        ? await fetchMedia(world, account, imageUrl, mediaType === 'STORIES' ? 'story_image' : 'image')
        : null;
  const cover = coverUrl === null ? null : await fetchMedia(world, account, coverUrl, 'cover');
  const problem = media?.problem ?? cover?.problem ?? null;
  changeContainer(world, container.id, { result: { problem, media, cover } });
}

export function statusText(code: StatusCode, container: Container): string {
  const problem = container.result?.problem;
  return {
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    PUBLISHED: 'Published: Media has been already published.',
    EXPIRED: 'Expired: Media was not published within 24 hours.',
    ERROR: `Error: Media upload has failed with error code ${problem?.subcode} (${problem?.code}): ${problem?.message}`,
  }[code];
}
