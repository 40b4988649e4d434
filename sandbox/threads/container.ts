import { type GraphProblem, refuse } from '../graph/problem.ts';
import { findObject, putObject } from '../objects.ts';
import type { Moment, World } from '../world.ts';
import { fetchMedia, type Inspected } from './inspect-media.ts';
import { threads } from './sign-in.ts';

export const imageSeconds = 0.5;
export const videoSeconds = 2;
const expirySeconds = 86_400;

export type MediaType = 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
export type Status = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export interface Container {
  readonly account: string;
  readonly id: string;
  readonly mediaType: MediaType;
  readonly text: string;
  readonly altText: string;
  readonly link: string | null;
  readonly topicTag: string | null;
  readonly replyTo: string | null;
  readonly isCarouselItem: boolean;
  readonly children: readonly string[];
  readonly mediaUrl: string | null;
  readonly createdAt: number;
  readonly begun: Moment;
  /** Seconds that processing takes at least. */
  readonly seconds: number;
  /** Set once the file has been looked at; `problem` is an `error_message`. */
  readonly result: { problem: string | null; media: Inspected | null } | null;
  readonly mediaId: string | null;
}

/** Fetches that run right now; after a restart they begin anew with the next question about the container. */
const running = new WeakMap<World, Map<string, Promise<void>>>();

export function saveContainer(world: World, container: Container): void {
  putObject(world.store, threads, 'container', container.account, container.id, container);
}

export function findContainer(world: World, id: string): Container | null {
  return findObject<Container>(world.store, threads, 'container', id)?.data ?? null;
}

export function statusOf(world: World, container: Container): Status {
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
  if (container.result !== null || jobs.has(container.id)) return;
  const work = async () => {
    const kind = container.mediaType === 'VIDEO' ? 'video' : 'image';
    const media = await fetchMedia(world, container.account, container.mediaUrl ?? '', kind);
    const latest = findContainer(world, container.id);
    if (latest !== null) saveContainer(world, { ...latest, result: { problem: media.problem, media } });
  };
  jobs.set(
    container.id,
    work()
      // The sandbox may have been closed meanwhile; the next one to open the file starts over.
      .catch(() => undefined)
      .finally(() => jobs.delete(container.id)),
  );
}

/** Said of a container the publishing side does not know, or does not know yet. */
export const mediaNotFound: GraphProblem = {
  code: 24,
  subcode: 4279009,
  type: 'THApiException',
  message: 'The requested resource does not exist',
  title: 'Media Not Found',
  explanation: 'The media with the given id cannot be found.',
};

export function invalid(message: string): never {
  return refuse({ code: 100, type: 'THApiException', message: `Param ${message}` });
}
