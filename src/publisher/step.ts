import type { Clock } from '../clock.ts';
import { PostboteError } from '../errors.ts';
import type { Lost, Step } from '../platforms/platform.ts';
import type { Db, StepRow } from '../store/db.ts';
import type { Gate } from './gate.ts';
import { type Lease, LeaseLost } from './lease.ts';

/** Not a failure: the delivery sleeps in the database until then. */
export class Asleep extends Error {
  readonly wakeAt: number;
  constructor(wakeAt: number) {
    super('asleep');
    this.wakeAt = wakeAt;
  }
}

/** What was prepared is used up and certainly not public: forget it and begin again. */
export class StartOver extends Error {}

/** A request that makes something public is only sent while the lease lasts at least this much longer. */
export const sendMarginMs = 20_000;

export interface StepMemory extends Step {
  /** True for a step that has been answered. */
  knows(key: string): boolean;
  /** True as long as nothing at all has been done. */
  isNew(): boolean;
  /** True once a commit has been answered: something is public, whatever goes wrong afterwards. */
  isOut(): boolean;
  /** True while something was announced whose outcome nobody knows. */
  unsettled(): boolean;
  /** True while a request that makes something public is under way. */
  sending(): boolean;
  /** Milliseconds a call may take: bounded by the lease while something is being made public. */
  callMs(): number;
}

/** Intent is on disk before the wire is touched; a refusal clears it; silence leaves it. */
export function createStep(at: {
  db: Pick<Db, 'writeStep'>;
  clock: Clock;
  lease: Lease;
  leaseMs: number;
  known: readonly StepRow[];
  gate?: Gate | null;
}): StepMemory {
  const { clock, lease } = at;
  const memory = new Map(at.known.map((row) => [row.name, row]));
  let sending = false;

  const write = async (row: StepRow) => {
    const askedAt = clock.monotonic();
    if (!(await at.db.writeStep(lease.held, clock.now() + at.leaseMs, row))) {
      lease.lose();
      throw new LeaseLost();
    }
    lease.renewed(askedAt);
    memory.set(row.name, row);
  };
  const blank = (name: string): StepRow => ({
    name,
    state: 'begun',
    value: null,
    begun_at: clock.now(),
    looks: 0,
    looked_at: null,
  });
  const done = (row: StepRow, value: unknown, state: 'done' | 'public' = 'done') =>
    write({ ...row, state, value: JSON.stringify(value ?? null) });
  const remembered = <T>(row: StepRow): T => JSON.parse(row.value ?? 'null') as T;

  /** The answer to an announced request never came. Returns what is learned, or null: send it (again). */
  const settle = async <T>(row: StepRow, lost: Lost<T>): Promise<{ value: T } | null> => {
    if (lost.by === 'key') return null;
    if (lost.by === 'person') throw new PostboteError('outcome_unknown');
    const wait = (looks: number) => (lost.looks[looks] ?? 0) * 1000;
    const lookAt = (row.looked_at ?? row.begun_at) + wait(row.looks);
    if (clock.now() < lookAt) throw new Asleep(lookAt);
    const found = await lost.find(row.begun_at);
    if (found.is === 'live') {
      await done(row, found.value, 'public');
      return { value: found.value };
    }
    if (found.is === 'void') throw new StartOver();
    const looks = row.looks + 1;
    if (looks < lost.looks.length) {
      const lookedAt = clock.now();
      await write({ ...row, looks, looked_at: lookedAt });
      throw new Asleep(lookedAt + wait(looks));
    }
    if (lost.absent === 'person') throw new PostboteError('outcome_unknown');
    return null;
  };

  const commit = async <T>(key: string, lost: Lost<T>, run: () => Promise<T>): Promise<T> => {
    const known = memory.get(key);
    if (known?.state === 'public') return remembered(known);
    if (known?.state === 'begun') {
      const learned = await settle(known, lost);
      if (learned) return learned.value;
    }
    // With a key the first request may still count; after looks that found nothing it certainly does not.
    const earlierUnknown = known?.state === 'begun' && lost.by === 'key';
    if (at.gate && !(earlierUnknown && at.gate.repeats)) {
      // Every look has said that it is not out.
      if (known?.state === 'begun' && !earlierUnknown) await write({ ...known, state: 'refused' });
      throw at.gate.error;
    }
    const row = earlierUnknown ? known : blank(key);
    await write(row);
    const refused = () => (earlierUnknown ? undefined : write({ ...row, state: 'refused' }));
    if (lease.remainingMs() < sendMarginMs) {
      await refused();
      throw new LeaseLost();
    }
    sending = true;
    try {
      const value = await run();
      await done(row, value, 'public');
      return value;
    } catch (error) {
      if (error instanceof PostboteError && error.outcome === 'refused') {
        await refused();
        if (earlierUnknown && !error.retry && !error.refreshable) {
          throw new PostboteError('outcome_unknown', { facts: error.facts, raw: error.raw, cause: error });
        }
      }
      throw error;
    } finally {
      sending = false;
    }
  };

  return {
    knows: (key) => memory.get(key)?.state === 'done',
    isNew: () => memory.size === 0,
    isOut: () => [...memory.values()].some((row) => row.state === 'public'),
    unsettled: () => [...memory.values()].some((row) => row.state === 'begun'),
    sending: () => sending,
    callMs: () =>
      sending ? clock.real(Math.max(0, lease.remainingMs() - sendMarginMs / 2)) : Number.POSITIVE_INFINITY,

    async repeat(key, run) {
      const known = memory.get(key);
      if (known?.state === 'done') return remembered(known);
      const value = await run();
      await done(blank(key), value);
      return value;
    },

    async until(key, pace, ask) {
      const known = memory.get(key);
      if (known?.state === 'done') return remembered(known);
      const row: StepRow = known ?? { ...blank(key), state: 'asking' };
      const askAt = row.looked_at === null ? 0 : row.looked_at + pace.seconds * 1000;
      if (clock.now() < askAt) throw new Asleep(askAt);
      const answer = await ask();
      if (answer !== null) {
        await done(row, answer);
        return answer;
      }
      const looks = row.looks + 1;
      if (looks >= pace.times) throw new PostboteError('processing_timeout');
      const lookedAt = clock.now();
      await write({ ...row, looks, looked_at: lookedAt });
      throw new Asleep(lookedAt + pace.seconds * 1000);
    },

    commit,
  };
}
