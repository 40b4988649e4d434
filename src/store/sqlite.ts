import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { ClaimedRow, ClaimRequest, Db, Held, KeyRow, Settlement } from './db.ts';
import { holder, letGoText, letGoValues, newClaim } from './holder.ts';
import { ledger, pending } from './migrate.ts';
import type { Tables } from './tables.ts';

/** The embedded database: one file, one writer, every commit on disk before it is acknowledged. */
export function openSqlite(file: string): Db {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const writer = connect(file);
  // A second connection for look-ups beside the writer: it sees committed rows only and never waits.
  const reader = connect(file);
  const statement = statementCache(writer);
  const look = statementCache(reader);
  const query = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asKyselyWants(writer, statement) }),
  });

  const write = groupCommit(writer, query);
  let moreToCome = false;
  /** Renews both halves of a lease, or neither: the account may have gone to another delivery. */
  const holds = (held: Held, until: number) => {
    const still = statement(
      'select 1 from deliveries d join accounts a on a.id = ? where d.id = ? and d.lease = ? and a.busy_by = ?',
    ).get(held.account_id, held.id, held.lease, holder(held));
    if (!still) return false;
    statement('update accounts set busy_until = ? where id = ?').run(until, held.account_id);
    return true;
  };

  return {
    kind: 'sqlite',
    query,
    transaction: (run) => query.transaction().execute(run),
    lockWorkspace: async () => {}, // `begin immediate` already keeps every other writer out
    read: <T>(sql: string, values: readonly (string | number)[]) => look(sql).all(...values) as T[],
    findKey: (hash) => (look(findKeyText).get(hash) as KeyRow | undefined) ?? null,

    async claim(request) {
      // Most looks find nothing: those take no write lock. After a full claim more is to be expected.
      if (!moreToCome && due(look, request, 1).length === 0) return [];
      const rows = await write(() => claim(statement, request));
      moreToCome = rows.length === request.limit;
      return rows;
    },
    writeStep: (held, until, step) =>
      write(() => {
        if (!holds(held, until)) return false;
        statement("update deliveries set state = 'publishing' where id = ?").run(held.id);
        statement(
          `insert into steps (delivery_id, name, state, value, begun_at, looks, looked_at) values (?, ?, ?, ?, ?, ?, ?)
           on conflict (delivery_id, name) do update set state = excluded.state, value = excluded.value,
             begun_at = excluded.begun_at, looks = excluded.looks, looked_at = excluded.looked_at`,
        ).run(held.id, step.name, step.state, step.value, step.begun_at, step.looks, step.looked_at);
        return true;
      }),
    renew: (all, until) =>
      write(() => new Set(all.filter((held) => holds(held, until)).map((held) => held.id))),
    letGo: (held) =>
      write(() => {
        statement(letGoText).run(...letGoValues(held));
      }),
    // Ahead of a claim in the same transaction, which then need not pass by all that is still held.
    settle: (settlements) =>
      write(() => new Set(settlements.filter((one) => settle(statement, one)).map((one) => one.id)), 'first'),

    announce() {},
    tell() {},
    listen: async () => {},
    measureSkew: async () => 0,
    async migrate(scripts, now) {
      // Mostly there is nothing to do: that takes no write lock, which a process that is busy or stopped may hold.
      const isNew = look("select 1 from sqlite_master where name = 'schema_migrations'").get() === undefined;
      if (!isNew && pending(scripts, applied(look)).length === 0) return;
      await write(() => {
        writer.exec(ledger);
        for (const script of pending(scripts, applied(statement))) {
          writer.exec(script.sql);
          statement('insert into schema_migrations (version, name, applied_at) values (?, ?, ?)').run(
            script.version,
            script.name,
            now,
          );
        }
      });
    },
    async close() {
      reader.close();
      await query.destroy();
    },
  };
}

const applied = (prepare: Prepare): number[] =>
  (prepare('select version from schema_migrations').all() as { version: number }[]).map((row) => row.version);

/**
 * Writes that are asked for in the same turn of the event loop share one transaction, and so one wait for the disk.
 * They take their turn with everything that goes through `query`.
 */
function groupCommit(writer: DatabaseSync, query: Kysely<Tables>) {
  interface Waiting {
    readonly work: () => unknown;
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  const settle = (group: readonly Waiting[]): void => {
    try {
      writer.exec('begin immediate');
    } catch (error) {
      // Another process holds the file too long: to wait again for each one would block as long each time.
      for (const one of group) one.reject(error);
      return;
    }
    try {
      const results = group.map((one) => one.work());
      writer.exec('commit');
      for (const [index, one] of group.entries()) one.resolve(results[index]);
    } catch (error) {
      if (writer.isTransaction) writer.exec('rollback');
      // One of them spoiled it for all: each gets a transaction of its own.
      if (group.length > 1) for (const one of group) settle([one]);
      else group[0]?.reject(error);
    }
  };
  const take = () => {
    const group = waiting;
    waiting = [];
    return group;
  };
  const flush = () =>
    query
      .connection()
      .execute(async () => settle(take()))
      .catch((error) => {
        for (const one of take()) one.reject(error);
      });
  return <T>(work: () => T, place?: 'first'): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const one = { work, resolve: resolve as Waiting['resolve'], reject };
      if (place === 'first') waiting.unshift(one);
      else waiting.push(one);
      if (waiting.length === 1) setImmediate(flush);
    });
}

const findKeyText = 'select id, workspace_id, mode from api_keys where hash = ? and revoked_at is null';

function connect(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  // FULL: with NORMAL a power cut loses the last acknowledged rows.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  // 32 MB of pages in memory, and as much of the log before it is folded back: a burst is written 7 % faster.
  database.exec('pragma cache_size = -32000; pragma wal_autocheckpoint = 8000');
  if (process.platform === 'darwin') database.exec('pragma fullfsync = 1');
  return database;
}

type Prepare = (sql: string) => StatementSync;

function statementCache(database: DatabaseSync): Prepare {
  const cache = new Map<string, StatementSync>();
  return (sql) => {
    let statement = cache.get(sql);
    if (!statement) {
      if (cache.size >= 500) cache.delete(cache.keys().next().value as string);
      statement = database.prepare(sql);
      cache.set(sql, statement);
    }
    return statement;
  };
}

/** Kysely speaks better-sqlite3's shape. Its plain `begin` would upgrade late and fail under a second writer. */
function asKyselyWants(database: DatabaseSync, statement: Prepare) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    close: () => database.close(),
    prepare: (sql: string) => {
      const prepared = statement(sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: prepared.columns().length > 0,
        all: (parameters: readonly unknown[]) => prepared.all(...values(parameters)),
        run: (parameters: readonly unknown[]) => prepared.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => prepared.iterate(...values(parameters)),
      };
    },
  };
}

const dueText = (platforms: number) => `
  select d.id, d.lease, d.account_id, ? as claim, d.post_id, d.workspace_id, d.mode, d.platform, d.text, d.settings,
    d.state, d.due_at, d.attempts, d.failures, d.first_tried_at, d.wake_at as woken_for, a.busy_by as taken_over,
    p.post_type, p.cover_url, a.external_id, a.username, a.state as account_state, a.credentials, a.refresh_at
  from deliveries d indexed by deliveries_wake
  cross join accounts a on a.id = d.account_id
  cross join posts p on p.id = d.post_id
  where d.state in ('pending', 'publishing') and d.wake_at <= ? and a.busy_until <= ?
    and d.platform in (${Array(platforms).fill('?').join(', ')})
  order by d.wake_at limit ?`;

function due(prepare: Prepare, request: ClaimRequest, limit: number): ClaimedRow[] {
  const { worker, horizon, now, platforms } = request;
  const rows = prepare(dueText(platforms.length)).all(newClaim(worker), horizon, now, ...platforms, limit);
  return rows as unknown as ClaimedRow[];
}

function claim(statement: Prepare, request: ClaimRequest): ClaimedRow[] {
  const rows = due(statement, request, request.limit);
  const takeAccount = statement(
    'update accounts set busy_until = ?, busy_by = ? where id = ? and busy_until <= ?',
  );
  // The second delivery of one account finds it taken by the first.
  return rows.filter(
    (row) => takeAccount.run(request.until, holder(row), row.account_id, request.now).changes === 1,
  );
}

function settle(statement: Prepare, one: Settlement): boolean {
  const free = statement('update accounts set busy_until = 0, busy_by = null where id = ? and busy_by = ?');
  if (free.run(one.account_id, holder(one)).changes === 0) return false;
  const { changes } = statement(
    `update deliveries set state = ?, wake_at = ?, attempts = ?, failures = ?, first_tried_at = ?,
       published_at = ?, public_id = ?, url = ?, error_code = ?, error_facts = ?, error_raw = ?, collect_at = ?
     where id = ? and lease = ?`,
  ).run(
    one.state,
    one.wake_at,
    one.attempts,
    one.failures,
    one.first_tried_at,
    one.published_at,
    one.public_id,
    one.url,
    one.error_code,
    one.error_facts,
    one.error_raw,
    one.collect_at,
    one.id,
    one.lease,
  );
  if (changes === 0) return false;
  if (one.attempt) {
    const { id, number, worker, started_at, ended_at, outcome } = one.attempt;
    statement(
      `insert into attempts (id, delivery_id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      one.id,
      number,
      worker,
      started_at,
      ended_at,
      outcome,
      one.error_code,
      one.error_facts,
      one.error_raw,
    );
  }
  return true;
}
