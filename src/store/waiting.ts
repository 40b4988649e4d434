import { sql } from 'kysely';
import type { MessageCode } from '../contract/messages.ts';
import { type PersonWait, patienceMs, personWaits } from '../contract/waiting.ts';
import type { Query } from './db.ts';

interface Whose {
  readonly accountId: string;
  readonly exceptId?: string;
}

// The states stand in the text: given as values, SQLite could not use the indexes of open deliveries.
const isOpen = sql<boolean>`state in ('pending', 'publishing')`;

const whose = (query: Query, { accountId, exceptId }: Whose) => {
  const own = query
    .updateTable('deliveries')
    .where('account_id', '=', accountId)
    .where(isOpen)
    .where('state', '=', sql.lit('pending'));
  return exceptId === undefined ? own : own.where('id', '<>', exceptId);
};

const noError = { error_code: null, error_facts: null, error_raw: null };

/**
 * What has not begun waits until somebody acts, and at most until it is too late. The raised lease takes the rows from
 * a worker that already holds them in memory.
 */
export async function holdDeliveries(query: Query, of: Whose, code: PersonWait): Promise<void> {
  await whose(query, of)
    .where('due_at', 'is not', null)
    .set((row) => ({
      ...noError,
      error_code: code,
      wake_at: row('due_at', '+', patienceMs),
      lease: row('lease', '+', 1),
    }))
    .execute();
}

/** What waited for a person is due again at its own time, so that it goes out in the order of due times. */
export async function releaseDeliveries(query: Query, accountId: string, now: number): Promise<void> {
  await whose(query, { accountId })
    .where('error_code', 'in', personWaits)
    .set((row) => ({ ...noError, wake_at: row.ref('due_at') }))
    .execute();
  await wakeBegun(query, accountId, now);
}

/** What has begun and sleeps is looked at now; for one in hand its holder names the next moment. */
export async function wakeBegun(query: Query, accountId: string, now: number): Promise<void> {
  await query
    .updateTable('deliveries')
    .set({ wake_at: now })
    .where('account_id', '=', accountId)
    .where(isOpen)
    .where('state', '=', 'publishing')
    .where('wake_at', '>', now)
    .execute();
}

/**
 * The account's other due deliveries wait for the same moment, a little apart, so that they keep the order of their due
 * times and are not taken one by one only to be put back.
 */
export async function postponeOthers(
  query: Query,
  at: { accountId: string; exceptId: string; dueAt: number; until: number; code: MessageCode; facts: string },
): Promise<void> {
  const { until, dueAt } = at;
  await whose(query, at)
    .where('due_at', 'is not', null)
    .where('wake_at', '<', until)
    .set(() => {
      const late = sql<number>`due_at + ${patienceMs}`;
      const turn = sql<number>`${until} + (due_at - ${dueAt}) / 1000`;
      return {
        error_code: at.code,
        error_facts: at.facts,
        error_raw: null,
        wake_at: sql<number>`case when ${turn} < ${late} then ${turn} else ${late} end`,
      };
    })
    .execute();
}

/** The account is gone: what has not begun never will. */
export async function cancelOfAccount(query: Query, accountId: string, now: number): Promise<void> {
  await whose(query, { accountId })
    .set((row) => ({
      ...noError,
      state: 'canceled',
      error_code: 'account_inactive',
      wake_at: null,
      lease: row('lease', '+', 1),
    }))
    .execute();
  await wakeBegun(query, accountId, now);
  await query
    .updateTable('deliveries')
    .set({ collect_at: null })
    .where('account_id', '=', accountId)
    .where('state', '=', sql.lit('published'))
    .where('collect_at', 'is not', null)
    .execute();
}
