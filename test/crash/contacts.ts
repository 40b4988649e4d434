import { appendFileSync } from 'node:fs';

/**
 * Loaded before the service (`node --import`). Counts every contact with disk and wire from the first claim of a
 * delivery on, and at the one that CRASH_AT names kills the process for real: before the contact, or right after
 * it when its effect has happened but nobody has heard of it.
 */
const at = Number(process.env.CRASH_AT ?? 0);
const side = process.env.CRASH_SIDE ?? 'before';
const log = process.env.CRASH_LOG;
let count = 0;
let counting = false;

const die = () => process.kill(process.pid, 'SIGKILL');

function begin(label: string): number {
  count += 1;
  if (log) appendFileSync(log, `${label}\n`);
  if (count === at && side === 'before') die();
  return count;
}

function end(number: number): void {
  if (number === at && side === 'after') die();
}

const firstWords = (sql: string) => sql.trim().split(/\s+/).slice(0, 3).join(' ').toLowerCase();
const isClaim = (sql: string) => /busy_until = [^,0]+, busy_by = /.test(sql);
const isRead = (sql: string) => /^\s*select/i.test(sql);

// SQLite touches the disk when a transaction commits; what happens inside one is a single contact.
let inTransaction = false;
function onSqlite<T>(sql: string, run: () => T): T {
  counting ||= isClaim(sql);
  if (sql.startsWith('begin')) inTransaction = true;
  const isEnd = sql === 'commit' || sql === 'rollback';
  const counts = counting && !isRead(sql) && (isEnd || !inTransaction);
  if (isEnd) inTransaction = false;
  if (!counts) return run();
  const number = begin(`disk ${firstWords(sql)}`);
  const result = run();
  end(number);
  return result;
}

const { DatabaseSync, StatementSync } = await import('node:sqlite');
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql: string) {
  return onSqlite(sql, () => exec.call(this, sql));
};
for (const method of ['run', 'all', 'get'] as const) {
  const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown;
  (StatementSync.prototype as unknown as Record<string, unknown>)[method] = function (
    this: { sourceSQL: string },
    ...values: unknown[]
  ) {
    return onSqlite(this.sourceSQL, () => original.apply(this, values));
  };
}

const { default: pg } = await import('pg');
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
(pg.Client.prototype as unknown as Record<string, unknown>).query = function (
  this: unknown,
  ...values: unknown[]
) {
  const config = values[0] as { text?: string } | string;
  const sql = typeof config === 'string' ? config : (config.text ?? '');
  const number = counting && !isRead(sql) ? begin(`disk ${firstWords(sql)}`) : 0;
  const answered = (rows: unknown) => {
    // A claim that found nothing is no contact with a delivery.
    if (isClaim(sql) && Array.isArray(rows) && rows.length > 0) counting = true;
    if (number > 0) end(number);
  };
  const callback = values.at(-1);
  if (typeof callback === 'function') {
    values[values.length - 1] = (...answer: unknown[]) => {
      answered((answer[1] as { rows?: unknown } | undefined)?.rows);
      callback(...answer);
    };
    return query.apply(this, values);
  }
  const result = query.apply(this, values);
  if (result instanceof Promise)
    result.then(
      (answer) => answered(answer?.rows),
      () => undefined,
    );
  return result;
};

const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  if (!counting) return send(input, init);
  const url = new URL(String(input instanceof Request ? input.url : input));
  const number = begin(`wire ${init?.method ?? 'GET'} ${url.pathname.split('/').slice(2).join('/')}`);
  const response = await send(input, init);
  end(number);
  return response;
};
