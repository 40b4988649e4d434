import type { IncomingMessage } from 'node:http';

/** One request at a time works on an upload. */
export interface Turns {
  take<T>(id: string, req: IncomingMessage, run: () => Promise<T>): Promise<T>;
}

interface Holder {
  readonly req: IncomingMessage;
  readonly ended: Promise<unknown>;
}

/**
 * A line that died unnoticed would hold its upload for minutes. So the newcomer ends the reading of whoever was there
 * before, waits until what had come is kept, and then finds the upload as it stands. Across nodes the database decides:
 * an upload only grows from where it stood.
 */
export function createTurns(): Turns {
  const holders = new Map<string, Holder>();
  return {
    async take(id, req, run) {
      const before = holders.get(id);
      if (before && !before.req.complete) before.req.destroy();
      const mine = (before?.ended ?? Promise.resolve()).then(run);
      const holder = { req, ended: mine.catch(() => undefined) };
      holders.set(id, holder);
      try {
        return await mine;
      } finally {
        if (holders.get(id) === holder) holders.delete(id);
      }
    },
  };
}
