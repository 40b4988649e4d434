import { markReconnect } from '../accounts/mark-reconnect.ts';
import type { App } from '../context.ts';
import { patienceMs } from '../contract/waiting.ts';
import type { PostboteError } from '../errors.ts';
import type { Settlement } from '../store/db.ts';
import { forgetSteps } from '../store/deliveries.ts';
import { postponeOthers } from '../store/waiting.ts';
import { type Hold, personHold, tooLate } from './gate.ts';
import { failed, type Run, waiting } from './settlement.ts';

/** So much later than the window frees: whoever was refused itself comes first, and clocks differ. */
const turnMs = 1000;

/** Puts a delivery off until its hold is over, or ends it where that would be too late. */
export async function putToWait(
  app: App,
  run: Run,
  hold: Hold,
  mayBeOut: boolean,
  tried: boolean,
): Promise<Settlement> {
  const { row } = run;
  const now = app.clock.now();
  const latestAt = row.due_at + patienceMs;
  if (hold.until === null) {
    if (now >= latestAt) return failed(run, tooLate(hold), mayBeOut, now);
    // What was prepared does not keep for a day, and what has not begun can still be canceled.
    if (!mayBeOut && row.state === 'publishing') await forgetSteps(app.db.query, row);
    const state = mayBeOut ? 'publishing' : 'pending';
    return waiting(run, hold.reason, { state, wakeAt: latestAt, tried, now });
  }
  const wakeAt = hold.until + turnMs;
  if (wakeAt > latestAt) return failed(run, hold.reason, mayBeOut, now);
  await postponeOthers(app.db.query, {
    accountId: row.account_id,
    exceptId: row.id,
    dueAt: row.due_at,
    until: wakeAt,
    code: hold.reason.code,
    facts: JSON.stringify({ ...hold.reason.facts, platform: row.platform }),
  });
  const state = mayBeOut || row.state === 'publishing' ? 'publishing' : 'pending';
  return waiting(run, hold.reason, { state, wakeAt, tried, now });
}

/** The platform said a definite no to the login: the account's deliveries wait for its owner. */
export async function awaitReconnect(
  app: App,
  run: Run,
  at: { error: PostboteError; sealed: string; mayBeOut: boolean },
): Promise<Settlement> {
  const { row } = run;
  const marked = await markReconnect(app, { accountId: row.account_id, sealed: at.sealed, exceptId: row.id });
  const now = app.clock.now();
  // The user has connected it again while the old login was being refused: the new one is tried at once.
  if (!marked) {
    return waiting(run, at.error, { state: 'publishing', wakeAt: now, tried: true, now });
  }
  return putToWait(app, run, personHold('account_reconnect', at.error), at.mayBeOut, true);
}
