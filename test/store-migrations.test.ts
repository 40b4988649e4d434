import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import type { Db, MigrationScript } from '../src/store/db.ts';
import { DatabaseTooNew, migrate, readMigrations } from '../src/store/migrate.ts';
import { openDb } from '../src/store/open.ts';
import { makeDatabase, onBothDatabases, type TestDatabase } from './databases.ts';
import { startRacer } from './store-race.ts';

const script = (version: number, text: string): MigrationScript => ({
  version,
  name: `${version}`,
  sql: text,
});

onBothDatabases('migrations', (kind) => {
  let database: TestDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await makeDatabase(kind);
    db = openDb(readConfig(database.env), pino({ level: 'silent' }));
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });
  const read = async <T>(text: string) =>
    (await sql.raw<T>(text).execute(db.query)).rows.map((row) => ({ ...row }));
  const ledger = () =>
    read<{ version: number; applied_at: number }>(
      'select version, applied_at from schema_migrations order by version',
    );
  const tables = async () => {
    const list =
      kind === 'sqlite'
        ? "select name from sqlite_master where type = 'table' order by name"
        : "select tablename as name from pg_tables where schemaname = 'public' order by tablename";
    return (await read<{ name: string }>(list)).map((row) => row.name);
  };

  test('are applied in the order of their numbers, each once', async () => {
    const first = script(1, 'create table seen (n integer); insert into seen values (1)');
    const second = script(2, 'update seen set n = n * 10');
    await db.migrate([first, second], 5);
    await db.migrate([first, second], 6);
    await db.migrate([first, second, script(3, 'update seen set n = n + 1')], 7);
    deepEqual(await read('select n from seen'), [{ n: 11 }]);
    deepEqual(await ledger(), [
      { version: 1, applied_at: 5 },
      { version: 2, applied_at: 5 },
      { version: 3, applied_at: 7 },
    ]);
  });

  test('make keys that are compared byte by byte, whatever language the database sorts by', async () => {
    await migrate(db, 1);
    for (const id of ['a', '_', 'B', 'ä']) {
      await db.query.insertInto('workspaces').values({ id, name: id, created_at: 0 }).execute();
    }
    const sorted = await db.query.selectFrom('workspaces').select('id').orderBy('id').execute();
    deepEqual(
      sorted.map(({ id }) => id),
      ['B', '_', 'a', 'ä'],
    );
    if (kind === 'sqlite') return;
    const others = `
      select distinct c.attrelid::regclass || '.' || c.attname as name
      from pg_index i join pg_attribute c on c.attrelid = i.indrelid and c.attnum = any (i.indkey)
      where c.attrelid::regclass::text !~ '^pg_' and c.attcollation not in (0, '"C"'::regcollation)`;
    deepEqual(await read(others), []);
  });

  test('have numbers without gaps', () => {
    const versions = readMigrations().map((one) => one.version);
    deepEqual(
      versions,
      Array.from(versions, (_, index) => index + 1),
    );
  });

  // keeps: store.migrations
  test('are applied once when six processes start at the same time', { timeout: 240_000 }, async () => {
    const racers = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((name) => startRacer(database, name)),
    );
    await Promise.all(racers.map((racer, index) => racer.migrate(100 + index)));
    await Promise.all(racers.map((racer) => racer.close()));
    equal((await ledger()).length, readMigrations().length);
    ok((await tables()).includes('deliveries'));
  });

  // keeps: store.migrations
  test('refuse a database that a newer version has changed, and leave it as it is', async () => {
    await migrate(db, 1);
    const future = script(9_999, 'create table tomorrow (n integer)');
    await db.migrate([...readMigrations(), future], 2);
    const before = [await ledger(), await tables()];
    await rejects(() => migrate(db, 3), DatabaseTooNew);
    await rejects(() => db.migrate([script(1, 'drop table tomorrow')], 3), /newer version/);
    deepEqual([await ledger(), await tables()], before);
  });

  test('that fail half-way leave nothing of themselves, and can be applied once they are mended', async () => {
    await db.migrate([script(1, 'create table kept (n integer)')], 1);
    const broken = script(
      2,
      'create table half (n integer); insert into kept values (1); insert into nowhere values (1)',
    );
    await rejects(() => db.migrate([script(1, ''), broken], 2), /nowhere/);
    deepEqual(await tables(), ['kept', 'schema_migrations']);
    deepEqual(await read('select n from kept'), []);
    equal((await ledger()).length, 1);
    await db.migrate([script(1, ''), script(2, 'create table half (n integer)')], 3);
    deepEqual(await tables(), ['half', 'kept', 'schema_migrations']);
  });
});
