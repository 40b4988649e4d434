import type { App } from '../context.ts';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { PostboteError } from '../errors.ts';
import type { CallAnswer, CallRequest } from '../platforms/call.ts';
import { windowAt } from '../platforms/quota-window.ts';
import { appScope, type RateLimit, rememberRateLimit } from '../store/rate-limits.ts';
import { spendUnits } from '../store/units.ts';

export type Heed = (request: CallRequest, answer: CallAnswer) => void;

export interface RateNotes {
  /** Counts the call, and looks at its answer for what is left of the platform's window. */
  readonly heed: Heed;
  /** A refusal that named its time. */
  note(error: PostboteError): void;
  hasNotes(): boolean;
  /** Stores what was noted: whoever comes next waits instead of asking. */
  keep(): Promise<void>;
}

type Reach = Pick<App, 'db' | 'clock' | 'platforms' | 'log'>;

interface Served {
  readonly account_id: string;
  readonly platform: PlatformId;
  readonly mode: Mode;
}

/** What a platform says about its limits while one account is served. */
export const noteRateLimits = (app: Reach, at: Served, what: 'posting' | 'reading'): RateNotes =>
  new Notes(app, at, what);

/** A class, because every delivery makes one and hardly any writes into it. */
class Notes implements RateNotes {
  readonly #app: Reach;
  readonly #at: Served;
  readonly #what: 'posting' | 'reading';
  readonly #noted: RateLimit[] = [];
  #units = 0;

  constructor(app: Reach, at: Served, what: 'posting' | 'reading') {
    this.#app = app;
    this.#at = at;
    this.#what = what;
  }

  readonly heed: Heed = (request, answer) => {
    const platform = this.#app.platforms(this.#at.platform);
    this.#units += platform?.budget?.cost(request) ?? 0;
    const left = platform?.rates?.(request, answer);
    if (left) this.#add({ code: 'platform_rate_limited', wholeApp: false, ...left });
  };

  note({ code, retryAfterSeconds: seconds, wholeApp }: PostboteError): void {
    const isLimit = code === 'platform_rate_limited' || code === 'platform_credits';
    if (isLimit && seconds !== undefined) this.#add({ wholeApp, what: this.#what, code, seconds });
  }

  hasNotes(): boolean {
    return this.#noted.length > 0 || this.#units > 0;
  }

  async keep(): Promise<void> {
    const { db, clock, platforms, log } = this.#app;
    const { platform, mode } = this.#at;
    try {
      for (const limit of this.#noted) await rememberRateLimit(db.query, limit);
      const budget = platforms(platform)?.budget;
      if (budget && this.#units > 0) {
        const { since } = windowAt(budget.window, clock.now());
        await spendUnits(db.query, appScope(platform, mode), since, this.#units);
      }
    } catch (error) {
      // It saves a call or two; what was done is worth more.
      log.warn({ err: error }, 'a rate limit could not be stored');
    }
  }

  #add(limit: { wholeApp: boolean; what: RateLimit['what']; code: string; seconds: number }): void {
    const { account_id: accountId, platform, mode } = this.#at;
    this.#noted.push({
      scope: limit.wholeApp ? appScope(platform, mode) : accountId,
      what: limit.what,
      code: limit.code,
      until_at: this.#app.clock.now() + limit.seconds * 1000,
    });
  }
}
