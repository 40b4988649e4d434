import type { RateLimit } from '../config.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** How many callers are remembered before the oldest are forgotten; a forgotten one starts with a full bucket. */
const maxBuckets = 20_000;

/** One token bucket per name: `burst` at once, `perMinute` over time. Lives in this process only. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #burst: number;
  readonly #perMillisecond: number;
  readonly #now: () => number;

  constructor(limit: RateLimit, now: () => number) {
    this.#burst = limit.burst;
    this.#perMillisecond = limit.perMinute / 60_000;
    this.#now = now;
  }

  /** Takes `count` tokens, all or none. Returns 0, or the whole seconds to wait. */
  take(name: string, count = 1): number {
    // More than a full bucket could never be granted.
    const wanted = Math.min(count, this.#burst);
    const now = this.#now();
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      if (this.#buckets.size >= maxBuckets) this.#forgetOldest();
      bucket = { tokens: this.#burst, filledAt: now };
      this.#buckets.set(name, bucket);
    } else {
      const gained = (now - bucket.filledAt) * this.#perMillisecond;
      bucket.tokens = Math.min(this.#burst, bucket.tokens + gained);
      bucket.filledAt = now;
    }
    if (bucket.tokens >= wanted) {
      bucket.tokens -= wanted;
      return 0;
    }
    return Math.max(1, Math.ceil((wanted - bucket.tokens) / this.#perMillisecond / 1000));
  }

  #forgetOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
