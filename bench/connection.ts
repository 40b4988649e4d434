import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseKind } from '../test/databases.ts';

/** A second, raw connection to a database that Postbote has set up: to fill it and to look at it. */
export interface Connection {
  readonly kind: DatabaseKind;
  all<T>(sql: string): Promise<T[]>;
  run(sql: string): Promise<void>;
  insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** As the database's own housekeeping would sooner or later. */
  settleDown(): Promise<void>;
  close(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

export async function connectTo(env: Environment): Promise<Connection> {
  return env.DATABASE_URL ? overPostgres(env.DATABASE_URL) : overSqlite(env.POSTBOTE_DATA as string);
}

function overSqlite(dataDir: string): Connection {
  const database = new DatabaseSync(join(dataDir, 'postbote.db'), { timeout: 10_000 });
  database.exec('pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -200000');
  return {
    kind: 'sqlite',
    all: async <T>(sql: string) => database.prepare(sql).all() as T[],
    run: async (sql) => database.exec(sql),
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      const marks = columns.map(() => '?').join(', ');
      const statement = database.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
      database.exec('begin immediate');
      for (const row of rows) statement.run(...(Object.values(row) as SQLInputValue[]));
      database.exec('commit');
    },
    settleDown: async () => database.exec('pragma wal_checkpoint(truncate)'),
    close: async () => database.close(),
  };
}

async function overPostgres(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    kind: 'postgres',
    all: async <T>(sql: string) => (await client.query(sql)).rows as T[],
    async run(sql) {
      await client.query(sql);
    },
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      const from = `jsonb_populate_recordset(null::${table}, $1::jsonb)`;
      await client.query(`insert into ${table} (${columns}) select ${columns} from ${from}`, [
        JSON.stringify(rows),
      ]);
    },
    async settleDown() {
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    },
    close: () => client.end(),
  };
}
