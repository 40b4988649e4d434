import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

// Counts what reaches either database, whoever sends it.
globalThis.benchQueries = 0;

function count(prototype: object, names: readonly string[]): void {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = methods[name];
    if (!original) continue;
    methods[name] = function (this: unknown, ...args: unknown[]) {
      globalThis.benchQueries = (globalThis.benchQueries ?? 0) + 1;
      return original.apply(this, args);
    };
  }
}

count(DatabaseSync.prototype, ['exec']);
count(StatementSync.prototype, ['run', 'get', 'all', 'iterate']);
count(pg.Client.prototype, ['query']);
