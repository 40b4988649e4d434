import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { diskName, isClaim, isRead, nameOfAll, wireName } from './contact-names.ts';

/**
 * Loaded before the service (`node --import`). Names every contact with disk and wire from the first claim of a
 * delivery on (`wire POST twitter/2/tweets #1`, `disk step tweet begun #1`), and at the one that CRASH_AT names kills
 * the process for real: before the contact, or right after it when its effect has happened but nobody has heard of
 * it. CRASH_LOG holds what has been so far, also of other workers on the same delivery; CRASH_DONE is made by the one
 * that dies, for one of them is enough.
 */
const at = process.env.CRASH_AT ?? '';
const side = process.env.CRASH_SIDE ?? 'before';
const log = process.env.CRASH_LOG ?? '';
const done = process.env.CRASH_DONE ?? '';
let counting = false;
let struck = false;

function die(): void {
  if (struck) return;
  struck = true;
  try {
    closeSync(openSync(done, 'wx'));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
  // The signal comes a moment later; nothing may happen in between.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
}

function begin(name: string): string {
  const earlier = readFileSync(log, { encoding: 'utf8', flag: 'a+' }).split('\n');
  const numbered = `${name} #${earlier.filter((line) => line.startsWith(`${name} #`)).length + 1}`;
  appendFileSync(log, `${numbered}\n`);
  if (numbered === at && side === 'before') die();
  return numbered;
}

function end(numbered: string): void {
  if (numbered === at && side === 'after') die();
}

// SQLite touches the disk when a transaction commits; what happens inside one is a single contact.
let inside: string[] | null = null;
function onSqlite<T>(sql: string, values: readonly unknown[], run: () => T): T {
  counting ||= isClaim(sql);
  if (sql.startsWith('begin')) {
    inside = [];
    return run();
  }
  if (!counting || isRead(sql)) return run();
  const isEnd = sql === 'commit' || sql === 'rollback';
  if (inside && !isEnd) {
    inside.push(diskName(sql, values));
    return run();
  }
  const name = isEnd ? nameOfAll(inside ?? [], sql) : diskName(sql, values);
  if (isEnd) inside = null;
  const numbered = begin(`disk ${name}`);
  const result = run();
  end(numbered);
  return result;
}

const { DatabaseSync, StatementSync } = await import('node:sqlite');
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql: string) {
  return onSqlite(sql, [], () => exec.call(this, sql));
};
for (const method of ['run', 'all', 'get'] as const) {
  const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown;
  (StatementSync.prototype as unknown as Record<string, unknown>)[method] = function (
    this: { sourceSQL: string },
    ...values: unknown[]
  ) {
    return onSqlite(this.sourceSQL, values, () => original.apply(this, values));
  };
}

const { default: pg } = await import('pg');
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
(pg.Client.prototype as unknown as Record<string, unknown>).query = function (
  this: unknown,
  ...values: unknown[]
) {
  const config = values[0] as { text?: string; values?: unknown[] } | string;
  const sql = typeof config === 'string' ? config : (config.text ?? '');
  const given = typeof config === 'string' ? values[1] : config.values;
  const isContact = counting && !isRead(sql) && !isClaim(sql);
  const numbered = isContact ? begin(`disk ${diskName(sql, Array.isArray(given) ? given : [])}`) : null;
  const answered = (rows: unknown) => {
    // A claim that found nothing is no contact with a delivery, and what it will find nobody knows before.
    if (isClaim(sql) && Array.isArray(rows) && rows.length > 0) {
      counting = true;
      end(begin('disk claim'));
    }
    if (numbered) end(numbered);
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
  // A lease is renewed by a timer: so that the kill surely meets it, the first request waits for it.
  if (at.startsWith('disk renew') && !existsSync(done))
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  const url = new URL(String(input instanceof Request ? input.url : input));
  const numbered = begin(wireName(init?.method, url));
  try {
    return await send(input, init);
  } finally {
    // Also after an answer that never came: the effect may have happened all the same.
    end(numbered);
  }
};
