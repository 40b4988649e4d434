import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A fresh, empty database of this kind, as the environment variables that lead to it. */
export interface TestDatabase {
  readonly kind: DatabaseKind;
  readonly dataDir: string;
  readonly env: Record<string, string>;
  drop(): Promise<void>;
}

let made = 0;

export async function makeDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postbote-test-'));
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite')
    return { kind, dataDir, env: { POSTBOTE_DATA: dataDir }, drop: async () => forget() };

  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('Run the tests with npm test: it provides PostgreSQL');
  made += 1;
  const name = `test_${process.pid}_${made}_${Date.now().toString(36)}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    kind,
    dataDir,
    env: { POSTBOTE_DATA: dataDir, DATABASE_URL: String(url) },
    async drop() {
      forget();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Defines the same tests once for each database. */
export function onBothDatabases(name: string, define: (kind: DatabaseKind) => void): void {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`${name} (${kind})`, { concurrency: 1 }, () => define(kind));
  }
}

/** The same for tests that mostly wait: both databases' wait together. */
export function onBothDatabasesAtOnce(name: string, define: (kind: DatabaseKind) => void): void {
  describe(name, { concurrency: 2 }, () => onBothDatabases(name, define));
}
