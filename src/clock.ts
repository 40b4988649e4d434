/** Time is always passed in, so that a test can live through hours in seconds on the same code path. */
export interface Clock {
  /** Milliseconds since 1970, on the database's clock. */
  now(): number;
  /** Milliseconds that only ever grow, also while the process is stopped. */
  monotonic(): number;
  /** How many real milliseconds a duration on this clock takes. */
  real(milliseconds: number): number;
  /** Follows the database's clock: `skewMs` is database minus ours. */
  setSkew(skewMs: number): void;
}

export interface ClockPace {
  readonly speed: number;
  /** The moment at which the fast clock and the real one agree; the same for all processes of one test. */
  readonly epoch: number;
}

export function createClock(pace: ClockPace = { speed: 1, epoch: 0 }): Clock {
  const { speed, epoch } = pace;
  let skew = 0;
  return {
    now: () => Math.floor(epoch + (Date.now() + skew - epoch) * speed),
    monotonic: () => performance.now() * speed,
    real: (milliseconds) => milliseconds / speed,
    setSkew: (skewMs) => {
      skew = skewMs;
    },
  };
}
