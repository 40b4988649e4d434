import { createLedger, type Ledger } from './quotas.ts';
import type { Store } from './store.ts';

/** What every pretend platform stands on: memory, time, and a way to fetch. */
export interface World {
  readonly store: Store;
  readonly fetch: typeof fetch;
  readonly quotas: Ledger;
  now(): number;
  /** The address of `/sandbox`, without a slash at the end. */
  home(): string;
  moment(): Moment;
  passed(since: Moment, seconds: number): boolean;
}

/** A point in time on both clocks: the one under test and the real one. */
export interface Moment {
  readonly at: number;
  readonly realAt: number;
}

export function createWorld(options: {
  store: Store;
  home: () => string;
  clockSpeed: number;
  now: () => number;
  fetch: typeof fetch;
  /** False lets everybody do as much as they like. */
  quotas?: boolean;
}): World {
  const { store, home, clockSpeed, now, fetch } = options;
  const wholeNow = () => Math.floor(now());
  return {
    store,
    fetch,
    quotas: createLedger(store, wholeNow, options.quotas ?? true),
    now: wholeNow,
    home,
    moment: () => ({ at: wholeNow(), realAt: Date.now() }),
    // Either clock may bring the end: a test may turn `now` by hand, or run everything faster, or neither.
    passed: (since, seconds) =>
      now() - since.at >= seconds * 1000 || (Date.now() - since.realAt) * clockSpeed >= seconds * 1000,
  };
}
