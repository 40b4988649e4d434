import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from './db.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export function openDb(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Logger): Db {
  if (config.databaseUrl === null) return openSqlite(join(config.dataDir, 'postbote.db'));
  return openPostgres(config.databaseUrl, {
    onError: (error) => log.warn({ err: error }, 'database connection disturbed'),
  });
}
