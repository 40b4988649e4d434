import type { App } from '../context.ts';
import type { Settlement } from '../store/db.ts';

/** Outcomes that end in the same moment are recorded in one statement. */
export interface Settler {
  add(settlement: Settlement): void;
  has(deliveryId: string): boolean;
  /** Resolves when everything added is on disk or has been given up. */
  end(): Promise<void>;
}

const batch = 1000;
/** What ends while one group is being recorded need not wait for it, where the database has room for both. */
const lanes = 3;
const tries = 5;

export function createSettler(
  app: Pick<App, 'db' | 'log'>,
  /** `held`: the ids of those that are on disk; the others no longer belonged to this worker. */
  settled: (settlements: readonly Settlement[], held: ReadonlySet<string>) => void,
): Settler {
  const waiting = new Map<string, Settlement>();
  const recording = new Set<string>();
  let busyLanes = 0;
  let gathering = false;
  let ended = Promise.withResolvers<void>();

  const record = async (settlements: readonly Settlement[]) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await app.db.settle(settlements);
      } catch (error) {
        // Nothing is lost by giving up: what was published is remembered in its steps, and the lease runs out.
        app.log.warn({ err: error, attempt }, 'outcomes could not be recorded');
        if (attempt === tries) return new Set<string>();
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
      }
    }
  };

  const write = async (isFull: boolean) => {
    busyLanes += 1;
    if (!isFull) {
      // One turn of the event loop gathers what ends together.
      gathering = true;
      await new Promise(setImmediate);
      gathering = false;
    }
    while (waiting.size > 0) {
      const now = [...waiting.values().take(batch)];
      for (const { id } of now) {
        waiting.delete(id);
        recording.add(id);
      }
      const held = await record(now);
      for (const { id } of now) recording.delete(id);
      settled(now, held);
    }
    // In the same breath as the last look: what is added from here on opens a lane anew.
    busyLanes -= 1;
    if (busyLanes === 0) {
      ended.resolve();
      ended = Promise.withResolvers();
    }
  };

  return {
    add(settlement) {
      waiting.set(settlement.id, settlement);
      // A full group sets off while the next ones are still being started: the database works beside this process.
      const isFull = waiting.size >= batch;
      if (busyLanes < lanes && (isFull || !gathering)) write(isFull);
    },
    has: (deliveryId) => waiting.has(deliveryId) || recording.has(deliveryId),
    async end() {
      while (busyLanes > 0) await ended.promise;
    },
  };
}
