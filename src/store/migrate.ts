import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db, MigrationScript } from './db.ts';

const folder = join(import.meta.dirname, '../../migrations');

export function readMigrations(from = folder): MigrationScript[] {
  return readdirSync(from)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file,
      sql: readFileSync(join(from, file), 'utf8'),
    }));
}

export class DatabaseTooNew extends Error {
  constructor(found: number, known: number) {
    super(
      `The database is at migration ${found}, this version of Postbote knows only ${known}. Start the newer version, or restore a backup made before the upgrade.`,
    );
  }
}

/** What is left to do; refuses a database that a newer version has already changed. */
export function pending(scripts: readonly MigrationScript[], applied: readonly number[]): MigrationScript[] {
  const known = Math.max(0, ...scripts.map((script) => script.version));
  const newest = Math.max(0, ...applied);
  if (newest > known) throw new DatabaseTooNew(newest, known);
  return scripts.filter((script) => !applied.includes(script.version));
}

export const ledger =
  'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at bigint not null)';

export async function migrate(db: Db, now: number): Promise<void> {
  await db.migrate(readMigrations(), now);
}
