import { findObject, putObject } from '../objects.ts';
import type { Moment, World } from '../world.ts';

export const imageSeconds = 0.5;
export const videoSeconds = 2;
const expirySeconds = 86_400;

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

/** What Instagram's and Threads' containers have in common. */
export interface AnyContainer {
  readonly account: string;
  readonly id: string;
  readonly createdAt: number;
  /** When processing began; with a byte upload, when the last byte came. */
  readonly begun: Moment;
  /** Seconds that processing takes at least. */
  readonly seconds: number;
  /** Set once the files have been looked at. */
  readonly result: { readonly problem: unknown } | null;
  /** The post that came of it. */
  readonly mediaId: string | null;
}

/**
 * Keeps one platform's containers. `look` fetches the files and says what is wrong with them; null leaves the
 * container waiting for bytes that are still to come.
 */
export function createContainers<C extends AnyContainer>(
  platform: string,
  look: (world: World, container: C) => Promise<C['result']> | null,
) {
  /** Looks that run right now; after a restart they begin anew with the next question about the container. */
  const running = new WeakMap<World, Set<string>>();

  const find = (world: World, id: string): C | null =>
    findObject<C>(world.store, platform, 'container', id)?.data ?? null;
  const save = (world: World, container: C): void =>
    putObject(world.store, platform, 'container', container.account, container.id, container);
  const change = (world: World, id: string, changes: Partial<C>): void => {
    const container = find(world, id);
    if (container !== null) save(world, { ...container, ...changes });
  };

  function start(world: World, container: C): void {
    const jobs = running.get(world) ?? new Set<string>();
    running.set(world, jobs);
    if (container.result !== null || jobs.has(container.id)) return;
    const looking = look(world, container);
    if (looking === null) return;
    jobs.add(container.id);
    looking
      .then((result) => change(world, container.id, { result } as Partial<C>))
      // The sandbox may have been closed meanwhile; the next one to open the file starts over.
      .catch(() => undefined)
      .finally(() => jobs.delete(container.id));
  }

  function status(world: World, container: C): ContainerStatus {
    if (container.mediaId !== null) return 'PUBLISHED';
    if (world.now() - container.createdAt >= expirySeconds * 1000) return 'EXPIRED';
    if (container.result === null) {
      start(world, container);
      return 'IN_PROGRESS';
    }
    if (!world.passed(container.begun, container.seconds)) return 'IN_PROGRESS';
    return container.result.problem === null ? 'FINISHED' : 'ERROR';
  }

  return { find, save, change, start, status };
}
