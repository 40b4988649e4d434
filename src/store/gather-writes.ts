interface Waiting<T> {
  readonly item: T;
  readonly resolve: (held: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** As many as go into one statement, and as many statements as are under way at a time. */
const most = 500;
const lanes = 3;

/**
 * What many ask to be written in the same turn of the event loop, or while earlier writes are under way, travels in one
 * statement and waits for the disk once. `write` answers the keys of what it wrote. Two items with the same `sameRow` never
 * share a statement: it could not say which of them came last.
 */
export function gatherWrites<T>(
  write: (items: readonly T[]) => Promise<ReadonlySet<string>>,
  keyOf: (item: T) => string,
  sameRow: (item: T) => string,
): (item: T) => Promise<boolean> {
  let waiting: Waiting<T>[] = [];
  let gathering = false;
  let busyLanes = 0;

  const settle = async (group: readonly Waiting<T>[]): Promise<void> => {
    try {
      const written = await write(group.map(({ item }) => item));
      for (const { item, resolve } of group) resolve(written.has(keyOf(item)));
    } catch (error) {
      // One of them spoiled it for all, or the connection is gone: each asks for itself, and nobody is told twice.
      if (group.length > 1) await Promise.all(group.map((one) => settle([one])));
      else group[0]?.reject(error);
    }
  };

  const take = (): Waiting<T>[] => {
    const rows = new Set<string>();
    const group: Waiting<T>[] = [];
    const rest: Waiting<T>[] = [];
    for (const one of waiting) {
      const row = sameRow(one.item);
      if (group.length < most && !rows.has(row)) group.push(one);
      else rest.push(one);
      rows.add(row);
    }
    waiting = rest;
    return group;
  };

  const send = async (): Promise<void> => {
    gathering = true;
    await new Promise(setImmediate);
    gathering = false;
    busyLanes += 1;
    while (waiting.length > 0) await settle(take());
    busyLanes -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!gathering && busyLanes < lanes) send();
    });
}
