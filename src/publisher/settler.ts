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
const tries = 5;

export function createSettler(
  app: Pick<App, 'db' | 'log'>,
  settled: (settlement: Settlement, held: boolean) => void,
): Settler {
  const waiting = new Map<string, Settlement>();
  let writing: Promise<void> | null = null;

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

  const write = async () => {
    // One turn of the event loop gathers what ends together.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const now = [...waiting.values()].slice(0, batch);
      const held = await record(now);
      for (const settlement of now) {
        waiting.delete(settlement.id);
        settled(settlement, held.has(settlement.id));
      }
    }
    writing = null;
  };

  return {
    add(settlement) {
      waiting.set(settlement.id, settlement);
      writing ??= write();
    },
    has: (deliveryId) => waiting.has(deliveryId),
    async end() {
      await writing;
    },
  };
}
