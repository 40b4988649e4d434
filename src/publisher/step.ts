import type { Clock } from '../clock.ts';
import { PostboteError } from '../errors.ts';
import type { Lost, Step } from '../platforms/publishing.ts';
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

export interface StepOptions {
  readonly db: Pick<Db, 'writeStep'>;
  readonly clock: Clock;
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly known: readonly StepRow[];
  readonly gate?: Gate | null;
}

export const createStep = (at: StepOptions): StepMemory => new RememberedSteps(at);

/**
 * Intent is on disk before the wire is touched; a refusal clears it; silence leaves it.
 *
 * A class, because thousands are made at once, and a dozen closures for each cost as much as a row in the database.
 */
class RememberedSteps implements StepMemory {
  readonly #at: StepOptions;
  readonly #memory = new Map<string, StepRow>();
  #sending = false;

  constructor(at: StepOptions) {
    this.#at = at;
    for (const row of at.known) this.#memory.set(row.name, row);
  }

  knows(key: string): boolean {
    return this.#memory.get(key)?.state === 'done';
  }
  isNew(): boolean {
    return this.#memory.size === 0;
  }
  isOut(): boolean {
    return this.#some('public');
  }
  unsettled(): boolean {
    return this.#some('begun');
  }
  sending(): boolean {
    return this.#sending;
  }
  callMs(): number {
    const { clock, lease } = this.#at;
    if (!this.#sending) return Number.POSITIVE_INFINITY;
    return clock.real(Math.max(0, lease.remainingMs() - sendMarginMs / 2));
  }

  async repeat<T>(key: string, run: () => Promise<T>): Promise<T> {
    const known = this.#memory.get(key);
    if (known?.state === 'done') return remembered(known);
    const value = await run();
    await this.#done(this.#blank(key), value);
    return value;
  }

  async until<T>(
    key: string,
    pace: { seconds: number; times: number },
    ask: () => Promise<T | null>,
  ): Promise<T> {
    const { clock } = this.#at;
    const known = this.#memory.get(key);
    if (known?.state === 'done') return remembered(known);
    const row: StepRow = known ?? { ...this.#blank(key), state: 'asking' };
    const askAt = row.looked_at === null ? 0 : row.looked_at + pace.seconds * 1000;
    if (clock.now() < askAt) throw new Asleep(askAt);
    const answer = await ask();
    if (answer !== null) {
      await this.#done(row, answer);
      return answer;
    }
    const looks = row.looks + 1;
    if (looks >= pace.times) throw new PostboteError('processing_timeout');
    const lookedAt = clock.now();
    await this.#write({ ...row, looks, looked_at: lookedAt });
    throw new Asleep(lookedAt + pace.seconds * 1000);
  }

  async commit<T>(key: string, lost: Lost<T>, run: () => Promise<T>): Promise<T> {
    const { gate, lease } = this.#at;
    const known = this.#memory.get(key);
    if (known?.state === 'public' || known?.state === 'done') return remembered(known);
    const earlier = known?.state === 'begun' ? known : null;
    if (earlier) {
      const learned = await this.#settle(earlier, lost);
      if (learned) return learned.value;
    }
    // With a key the first request may still count; after looks that found nothing it certainly does not.
    const earlierUnknown = earlier !== null && lost.by === 'key';
    if (gate && !(earlierUnknown && gate.repeats)) {
      // Every look has said that it is not out.
      if (earlier && !earlierUnknown) await this.#write({ ...earlier, state: 'refused' });
      throw gate.error;
    }
    const row = earlierUnknown ? earlier : this.#announced(key, earlier);
    await this.#write(row);
    const refused = () => (earlierUnknown ? undefined : this.#write({ ...row, state: 'refused' }));
    if (lease.remainingMs() < sendMarginMs) {
      await refused();
      throw new LeaseLost();
    }
    this.#sending = true;
    try {
      const value = await run();
      await this.#done(row, value, value === null ? 'done' : 'public');
      return value;
    } catch (error) {
      if (error instanceof PostboteError && error.outcome === 'refused') {
        const isFinal = !error.retry && !error.refreshable;
        if (isFinal && earlier && lost.by === 'asking') {
          // A repeat may be refused just because the first request came through after all.
          const found = await lost.find(firstAt(row), row.begun_at);
          if (found.is === 'live') return await this.#live(row, found.value);
        }
        await refused();
        if (isFinal && earlierUnknown) {
          throw new PostboteError('outcome_unknown', { facts: error.facts, raw: error.raw, cause: error });
        }
      }
      throw error;
    } finally {
      this.#sending = false;
    }
  }

  /** The answer to an announced request never came. Returns what is learned, or null: send it (again). */
  async #settle<T>(row: StepRow, lost: Lost<T>): Promise<{ value: T } | null> {
    const { clock } = this.#at;
    if (lost.by === 'key') return null;
    if (lost.by === 'person') throw new PostboteError('outcome_unknown');
    const wait = (looks: number) => (lost.looks[looks] ?? 0) * 1000;
    const lookAt = (row.looked_at ?? row.begun_at) + wait(row.looks);
    if (clock.now() < lookAt) throw new Asleep(lookAt);
    const found = await lost.find(firstAt(row), row.begun_at);
    if (found.is === 'live') return { value: await this.#live(row, found.value) };
    if (found.is === 'void') throw new StartOver();
    const looks = row.looks + 1;
    if (looks < lost.looks.length) {
      const lookedAt = clock.now();
      await this.#write({ ...row, looks, looked_at: lookedAt });
      throw new Asleep(lookedAt + wait(looks));
    }
    if (lost.absent === 'person') throw new PostboteError('outcome_unknown');
    return null;
  }

  async #write(row: StepRow): Promise<void> {
    const { db, clock, lease, leaseMs } = this.#at;
    const askedAt = clock.monotonic();
    if (!(await db.writeStep(lease.held, clock.now() + leaseMs, row))) {
      lease.lose();
      throw new LeaseLost();
    }
    lease.renewed(askedAt);
    this.#memory.set(row.name, row);
  }

  async #live<T>(row: StepRow, value: T): Promise<T> {
    await this.#done(row, value, 'public');
    return value;
  }

  #done(row: StepRow, value: unknown, state: 'done' | 'public' = 'done'): Promise<void> {
    return this.#write({ ...row, state, value: JSON.stringify(value ?? null) });
  }

  #blank(name: string): StepRow {
    const begun_at = this.#at.clock.now();
    return { name, state: 'begun', value: null, begun_at, looks: 0, looked_at: null };
  }

  /** A repeat remembers when the first was announced: whatever is found may be that one's work. */
  #announced(name: string, earlier: StepRow | null): StepRow {
    const row = this.#blank(name);
    return earlier ? { ...row, value: String(firstAt(earlier)) } : row;
  }

  #some(state: StepRow['state']): boolean {
    for (const row of this.#memory.values()) if (row.state === state) return true;
    return false;
  }
}

const firstAt = (row: StepRow): number => Number(row.value ?? row.begun_at);
const remembered = <T>(row: StepRow): T => JSON.parse(row.value ?? 'null') as T;
