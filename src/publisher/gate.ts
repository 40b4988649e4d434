import { type PersonWait, patienceMs } from '../contract/waiting.ts';
import { PostboteError } from '../errors.ts';
import type { Run } from './settlement.ts';

/** Why a delivery must not be sent now. */
export interface Hold {
  readonly reason: PostboteError;
  /** Null: until somebody acts. */
  readonly until: number | null;
}

/** Not a failure: the delivery waits, and its row says for what. */
export class Waiting extends Error {
  readonly hold: Hold;
  constructor(hold: Hold) {
    super('waiting');
    this.hold = hold;
  }
}

/** `cause`: the platform's own words go along. */
export const personHold = (code: PersonWait, cause?: PostboteError): Hold => ({
  reason: new PostboteError(code, { cause, ...(cause?.raw !== undefined && { raw: cause.raw }) }),
  until: null,
});

/** Keeps anything from being made public. Whatever may be out already is followed to its end all the same. */
export interface Gate {
  /** Thrown in place of sending. */
  readonly error: PostboteError | Waiting;
  /** Whether a request of which nobody knows the end may be repeated under its key. */
  readonly repeats: boolean;
}

/** Null: the way is free. */
export function findGate({ row, hold }: Run, now: number): Gate | null {
  if (row.account_state === 'removed') {
    return { error: new PostboteError('account_inactive'), repeats: false };
  }
  const held = holdOfAccount(row.account_state) ?? hold;
  if (now - row.due_at >= patienceMs) return { error: tooLate(held), repeats: held === null };
  return held && { error: new Waiting(held), repeats: false };
}

export function tooLate(hold: Hold | null): PostboteError {
  return new PostboteError('too_late', { facts: hold ? { waited_for: hold.reason.code } : {} });
}

function holdOfAccount(state: Run['row']['account_state']): Hold | null {
  if (state === 'reconnect') return personHold('account_reconnect');
  return state === 'paused' ? personHold('account_paused') : null;
}
