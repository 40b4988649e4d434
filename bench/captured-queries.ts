import { StatementSync } from 'node:sqlite';
import pg from 'pg';

export interface Captured {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The statements that a piece of our code sends, word for word, so that a comparison can never drift from it. */
export async function captureQueries(run: () => Promise<unknown>): Promise<Captured[]> {
  const captured: Captured[] = [];
  const { all, get } = StatementSync.prototype;
  const { query } = pg.Client.prototype;
  const noted = (original: unknown) =>
    function (this: StatementSync, ...values: unknown[]) {
      captured.push({ sql: this.sourceSQL, values });
      return (original as (...all: unknown[]) => unknown).apply(this, values);
    };
  Object.assign(StatementSync.prototype, { all: noted(all), get: noted(get) });
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const sql = typeof first === 'string' ? first : first.text;
    const values = (typeof first === 'string' ? second : first.values) ?? [];
    captured.push({ sql, values: values as unknown[] });
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await run();
  } finally {
    Object.assign(StatementSync.prototype, { all, get });
    pg.Client.prototype.query = query;
  }
  return captured;
}
