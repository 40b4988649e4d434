import { randomUUIDv7 } from 'node:crypto';
import type { Facts, PostboteError } from '../errors.ts';
import type { Published } from '../platforms/platform.ts';
import type { ClaimedRow, Settlement } from '../store/db.ts';
import type { AttemptOutcome } from '../store/tables.ts';
import { backoff } from './backoff.ts';

/** Right after publishing there is nothing to count yet. */
const firstCollectionMs = 5 * 60_000;

export interface Run {
  readonly row: ClaimedRow;
  readonly worker: string;
  readonly startedAt: number;
}

/** Everything as it was: the delivery goes back and is looked at again at `wakeAt`. */
export function untouched(row: ClaimedRow, wakeAt: number): Settlement {
  return {
    id: row.id,
    lease: row.lease,
    account_id: row.account_id,
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
  return { ...ended(run, state, now), ...words(run, code, error), state, wake_at: null };
}

/** Tried again after a pause, until patience is at its end. */
export function disturbed(run: Run, error: PostboteError, unsettled: boolean, now: number): Settlement {
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

function words(run: Run, code: string, error: PostboteError) {
  const facts: Facts = { ...error.facts, platform: run.row.platform };
  return {
    error_code: code,
    error_facts: JSON.stringify(facts),
    // PostgreSQL text cannot hold NUL.
    error_raw: error.raw?.replaceAll('\0', '').toWellFormed() ?? null,
  };
}
