/** What an engine under test is asked to do; it says what came of it in one line of JSON. */
export interface Task {
  /**
   * `punctual`: all due at one moment ahead. `drain`: all due already. `steps`: the same, each with one remembered commit.
   * `recorded`: the libraries read and record a delivery of ours as well.
   */
  readonly kind: 'punctual' | 'drain' | 'steps' | 'recorded';
  readonly count: number;
}

export interface Outcome {
  /** Per delivery: handler started minus due time. */
  readonly lateMs: number[];
  /** From the first handler's start to the last recorded outcome. */
  readonly drainMs: number;
}

export const readTask = (): Task => JSON.parse(process.argv[2] ?? '{}') as Task;

export const tell = (outcome: Outcome): void => console.log(`outcome ${JSON.stringify(outcome)}`);

/** Far enough ahead that all rows are there before any engine begins to look; past when draining. */
export const dueTime = ({ kind, count }: Task): number =>
  kind === 'punctual' ? Date.now() + 3_000 + count / 4 : Date.now() - 1_000;

/** Notes each start; the promise resolves when all have started. */
export function createStarts(count: number, dueAt: number) {
  const lateMs: number[] = [];
  let firstAt = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  return {
    all,
    lateMs,
    firstAt: () => firstAt,
    note() {
      if (lateMs.length === 0) firstAt = performance.now();
      lateMs.push(Date.now() - dueAt);
      if (lateMs.length === count) resolve();
    },
  };
}

/** Asks the database until nothing is left to record. */
export async function untilNone(left: () => Promise<number>): Promise<void> {
  const endsAt = performance.now() + 60_000;
  while ((await left()) > 0) {
    if (performance.now() > endsAt) throw new Error('not everything was recorded within a minute');
  }
}
