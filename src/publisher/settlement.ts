import { randomUUIDv7 } from 'node:crypto';
import { patienceMs } from '../contract/waiting.ts';
import type { Facts, PostboteError } from '../errors.ts';
import type { Published } from '../platforms/publishing.ts';
import type { Credentials } from '../platforms/signing-in.ts';
import type { ClaimedRow, Settlement } from '../store/db.ts';
import type { AttemptOutcome } from '../store/tables.ts';
import { backoff } from './backoff.ts';
import type { Hold } from './gate.ts';

/** Right after publishing there is nothing to count yet. */
const firstCollectionMs = 5 * 60_000;

export interface Run {
  readonly row: ClaimedRow;
  readonly worker: string;
  readonly startedAt: number;
  /** What was known to keep it back when it was claimed. */
  readonly hold: Hold | null;
  /** Its login, if there was time to open it before. */
  readonly credentials: Credentials | null;
}

/** Everything as it was: the delivery goes back and is looked at again at `wakeAt`. */
export function untouched(row: ClaimedRow, wakeAt: number): Settlement {
  return {
    id: row.id,
    lease: row.lease,
    account_id: row.account_id,
    claim: row.claim,
    state: row.state,
    wake_at: wakeAt,
    attempts: row.attempts,
    failures: row.failures,
    first_tried_at: row.first_tried_at,
    published_at: null,
    public_id: null,
    url: null,
    error_code: null,
    error_facts: null,
    error_raw: null,
    collect_at: null,
    attempt: null,
  };
}

export function asleep(run: Run, wakeAt: number): Settlement {
  return {
    ...untouched(run.row, wakeAt),
    state: 'publishing',
    first_tried_at: run.row.first_tried_at ?? run.startedAt,
  };
}

export function published(run: Run, result: Published, now: number): Settlement {
  return {
    ...ended(run, 'published', now),
    state: 'published',
    wake_at: null,
    failures: 0,
    published_at: now,
    public_id: result.id,
    url: result.url,
    collect_at: now + firstCollectionMs,
  };
}

/** `unsettled`: something was announced whose outcome nobody knows, so "failed" would be a lie. */
export function failed(run: Run, error: PostboteError, unsettled: boolean, now: number): Settlement {
  const unknown = unsettled || error.code === 'outcome_unknown';
  const state = unknown ? 'unconfirmed' : 'failed';
  const code = unknown ? 'outcome_unknown' : error.code;
  // What is otherwise tried again was given up here; what is said about it must not promise more.
  const facts: Facts = error.retry || error.code === 'quota_reached' ? { gave_up: true } : {};
  return { ...ended(run, state, now), ...words(run, code, error, facts), state, wake_at: null };
}

/** Put off without blame: the reason says what it waits for. `tried`: the platform was asked before. */
export function waiting(
  run: Run,
  reason: PostboteError,
  at: { state: 'pending' | 'publishing'; wakeAt: number; tried: boolean; now: number },
): Settlement {
  const before = at.tried ? ended(run, 'retry', at.now) : untouched(run.row, at.wakeAt);
  return { ...before, ...words(run, reason.code, reason), state: at.state, wake_at: at.wakeAt };
}

/** Tried again after a pause, until patience is at its end. */
export function disturbed(run: Run, error: PostboteError, unsettled: boolean, now: number): Settlement {
  const wait = error.retryAfterSeconds ?? 0;
  if (isRateLimit(error) && wait >= namedWaitSeconds && !unsettled) {
    // The platform named its time: that is no failure, and patience ends only with the 24 hours.
    const wakeAt = now + wait * 1000;
    return wakeAt > run.row.due_at + patienceMs
      ? failed(run, error, false, now)
      : waiting(run, error, { state: 'publishing', wakeAt, tried: true, now });
  }
  const failures = run.row.failures + 1;
  const pause = backoff(failures, error.retryAfterSeconds, Math.random);
  if (pause === null) return failed(run, error, unsettled, now);
  return {
    ...ended(run, 'retry', now),
    ...words(run, error.code, error),
    state: 'publishing',
    wake_at: now + pause,
    failures,
  };
}

/** Asked to wait for less, a platform that keeps refusing is met with growing pauses instead. */
const namedWaitSeconds = 60;

const isRateLimit = ({ code }: PostboteError) =>
  code === 'platform_rate_limited' || code === 'platform_credits';

function ended(run: Run, outcome: AttemptOutcome, now: number): Settlement {
  const { row, worker, startedAt } = run;
  const number = row.attempts + 1;
  return {
    ...untouched(row, now),
    attempts: number,
    first_tried_at: row.first_tried_at ?? startedAt,
    attempt: { id: randomUUIDv7(), number, worker, started_at: startedAt, ended_at: now, outcome },
  };
}

function words(run: Run, code: string, error: PostboteError, more: Facts = {}) {
  const facts: Facts = { ...error.facts, ...more, platform: run.row.platform };
  return {
    error_code: code,
    error_facts: JSON.stringify(facts),
    // PostgreSQL text cannot hold NUL.
    error_raw: error.raw?.replaceAll('\0', '').toWellFormed() ?? null,
  };
}
