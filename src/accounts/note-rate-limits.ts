import type { App } from '../context.ts';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { PostboteError } from '../errors.ts';
import type { CallAnswer, CallRequest } from '../platforms/platform.ts';
import { windowAt } from '../platforms/quota-window.ts';
import { appScope, type RateLimit, rememberRateLimit } from '../store/rate-limits.ts';
import { spendUnits } from '../store/units.ts';

export type Heed = (request: CallRequest, answer: CallAnswer) => void;

export interface RateNotes {
  /** Counts the call, and looks at its answer for what is left of the platform's window. */
  readonly heed: Heed;
  /** A refusal that named its time. */
  note(error: PostboteError): void;
  /** Stores what was noted, if anything: whoever comes next waits instead of asking. */
  keep(): Promise<void>;
}

/** What a platform says about its limits while one account is served. */
export function noteRateLimits(
  app: Pick<App, 'db' | 'clock' | 'platforms' | 'log'>,
  at: { account_id: string; platform: PlatformId; mode: Mode; what: 'posting' | 'reading' },
): RateNotes {
  const platform = app.platforms(at.platform);
  const noted: RateLimit[] = [];
  const add = (limit: { wholeApp: boolean; what: RateLimit['what']; code: string; seconds: number }) =>
    noted.push({
      scope: limit.wholeApp ? appScope(at.platform, at.mode) : at.account_id,
      what: limit.what,
      code: limit.code,
      until_at: app.clock.now() + limit.seconds * 1000,
    });
  let units = 0;
  return {
    heed(request, answer) {
      units += platform?.budget?.cost(request) ?? 0;
      const left = platform?.rates?.(request, answer);
      if (left) add({ code: 'platform_rate_limited', wholeApp: false, ...left });
    },
    note({ code, retryAfterSeconds: seconds, wholeApp }) {
      const isLimit = code === 'platform_rate_limited' || code === 'platform_credits';
      if (isLimit && seconds !== undefined) add({ wholeApp, what: at.what, code, seconds });
    },
    async keep() {
      try {
        for (const limit of noted) await rememberRateLimit(app.db.query, limit);
        if (platform?.budget && units > 0) {
          const { since } = windowAt(platform.budget.window, app.clock.now());
          await spendUnits(app.db.query, appScope(at.platform, at.mode), since, units);
        }
      } catch (error) {
        // It saves a call or two; what was done is worth more.
        app.log.warn({ err: error }, 'a rate limit could not be stored');
      }
    },
  };
}
