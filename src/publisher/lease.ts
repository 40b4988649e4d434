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
  /** Milliseconds on the monotonic clock for which the right certainly lasts. */
  remainingMs(): number;
  /** Notes a renewal that was asked for at `askedAt` (monotonic). */
  renewed(askedAt: number): void;
  lose(): void;
}

export function createLease(held: Held, clock: Clock, leaseMs: number, askedAt: number): Lease {
  const lost = new AbortController();
  let endsAt = askedAt + leaseMs;
  return {
    held,
    signal: lost.signal,
    remainingMs: () => (lost.signal.aborted ? 0 : endsAt - clock.monotonic()),
    renewed(at) {
      endsAt = Math.max(endsAt, at + leaseMs);
    },
    lose: () => lost.abort(new LeaseLost()),
  };
}
