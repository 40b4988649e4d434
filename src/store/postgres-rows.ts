import type { Held, Settlement, StepRow } from './db.ts';
import { holder } from './holder.ts';

type Value = string | number | null | undefined;
interface Column<T> {
  readonly name: string;
  readonly type: 'text' | 'bigint' | 'integer';
  readonly of: (row: T) => Value;
}

/**
 * Many rows as one array for each of their columns: to take 500 outcomes apart from JSON costs PostgreSQL a quarter of
 * what it costs to write them.
 */
export interface Rows<T> {
  /** `unnest($1::text[], …) as s (id, …)`. */
  readonly from: string;
  values(rows: readonly T[]): string[];
}

const text = <T>(name: string, of: (row: T) => Value): Column<T> => ({ name, type: 'text', of });
const time = <T>(name: string, of: (row: T) => Value): Column<T> => ({ name, type: 'bigint', of });
const count = <T>(name: string, of: (row: T) => Value): Column<T> => ({ name, type: 'integer', of });

const held: readonly Column<Held>[] = [
  text('id', (row) => row.id),
  time('lease', (row) => row.lease),
  text('account_id', (row) => row.account_id),
  text('holder', holder),
];

const settlements: readonly Column<Settlement>[] = [
  ...held,
  text('state', (row) => row.state),
  time('wake_at', (row) => row.wake_at),
  count('attempts', (row) => row.attempts),
  count('failures', (row) => row.failures),
  time('first_tried_at', (row) => row.first_tried_at),
  time('published_at', (row) => row.published_at),
  text('public_id', (row) => row.public_id),
  text('url', (row) => row.url),
  text('error_code', (row) => row.error_code),
  text('error_facts', (row) => row.error_facts),
  text('error_raw', (row) => row.error_raw),
  time('collect_at', (row) => row.collect_at),
  text('attempt_id', (row) => row.attempt?.id),
  count('number', (row) => row.attempt?.number),
  text('worker', (row) => row.attempt?.worker),
  time('started_at', (row) => row.attempt?.started_at),
  time('ended_at', (row) => row.attempt?.ended_at),
  text('outcome', (row) => row.attempt?.outcome),
];

/** One step to be written while the lease holds, and until when that renews it. */
export interface StepWrite {
  readonly held: Held;
  readonly until: number;
  readonly step: StepRow;
}

const stepWrites: readonly Column<StepWrite>[] = [
  ...held.map(({ name, type, of }) => ({ name, type, of: (row: StepWrite) => of(row.held) })),
  time('until', (row) => row.until),
  text('name', ({ step }) => step.name),
  text('state', ({ step }) => step.state),
  text('value', ({ step }) => step.value),
  time('begun_at', ({ step }) => step.begun_at),
  count('looks', ({ step }) => step.looks),
  time('looked_at', ({ step }) => step.looked_at),
];

function asRows<T>(columns: readonly Column<T>[]): Rows<T> {
  const marks = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const names = columns.map(({ name }) => name).join(', ');
  return {
    from: `unnest(${marks}) as s (${names})`,
    values: (rows) => columns.map(({ of }) => arrayText(rows, of)),
  };
}

export const heldRows = asRows(held);
export const settlementRows = asRows(settlements);
export const stepRows = asRows(stepWrites);

/**
 * PostgreSQL's own form of an array: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO. A column that is empty
 * in all rows needs no words: `unnest` fills up what is shorter.
 */
function arrayText<T>(rows: readonly T[], of: (row: T) => Value): string {
  let array = '';
  let isEmpty = true;
  for (const row of rows) {
    const value = of(row);
    if (array !== '') array += ',';
    if (value === null || value === undefined) {
      array += 'NULL';
      continue;
    }
    isEmpty = false;
    if (typeof value === 'number') array += value;
    else array += `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
  }
  return isEmpty ? '{}' : `{${array}}`;
}
