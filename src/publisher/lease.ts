import type { Clock } from '../clock.ts';
import type { Held } from '../store/db.ts';

/** Thrown where a delivery no longer belongs to this worker: it stops at once and writes nothing more. */
export class LeaseLost extends Error {
  constructor() {
    super('lease lost');
  }
}

/** The right to work on one delivery, as far as this process knows. */
export interface Lease {
  readonly held: Held;
  /** Aborted when the right is lost. */
  readonly signal: AbortSignal;
  isLost(): boolean;
  /** Milliseconds on the monotonic clock for which the right certainly lasts. */
  remainingMs(): number;
  /** Notes a renewal that was asked for at `askedAt` (monotonic). */
  renewed(askedAt: number): void;
  lose(): void;
}

export const createLease = (held: Held, clock: Clock, leaseMs: number, askedAt: number): Lease =>
  new CountedLease(held, clock, leaseMs, askedAt);

/** A class, because thousands are made at once: an object with a getter of its own costs ten times as much. */
class CountedLease implements Lease {
  readonly held: Held;
  readonly #clock: Clock;
  readonly #leaseMs: number;
  #endsAt: number;
  #lost = false;
  #signal: AbortController | null = null;

  constructor(held: Held, clock: Clock, leaseMs: number, askedAt: number) {
    this.held = held;
    this.#clock = clock;
    this.#leaseMs = leaseMs;
    this.#endsAt = askedAt + leaseMs;
  }
  /** Made when it is first asked for. */
  get signal() {
    this.#signal ??= new AbortController();
    if (this.#lost) this.#signal.abort(new LeaseLost());
    return this.#signal.signal;
  }
  isLost() {
    return this.#lost;
  }
  remainingMs() {
    return this.#lost ? 0 : this.#endsAt - this.#clock.monotonic();
  }
  renewed(askedAt: number) {
    this.#endsAt = Math.max(this.#endsAt, askedAt + this.#leaseMs);
  }
  lose() {
    this.#lost = true;
    this.#signal?.abort(new LeaseLost());
  }
}
