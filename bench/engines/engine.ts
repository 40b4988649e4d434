import type { Bench } from '../bench.ts';
import { startChild } from '../child.ts';
import type { Outcome, Task } from './outcome.ts';

export const engines = {
  sqlite: { script: 'postbote.ts', name: 'Postbote on SQLite', postgres: false },
  postgres: { script: 'postbote.ts', name: 'Postbote on PostgreSQL', postgres: true },
  pgBoss: { script: 'pg-boss.ts', name: 'pg-boss', postgres: true },
  graphile: { script: 'graphile-worker.ts', name: 'graphile-worker', postgres: true },
} as const;

export type EngineName = keyof typeof engines;

/** One run in a process and a database of its own. */
export async function runEngine(bench: Bench, name: EngineName, task: Task): Promise<Outcome> {
  const { script, postgres } = engines[name];
  const database = postgres ? await bench.database(name.toLowerCase()) : null;
  const env = { POSTBOTE_DATA: bench.folder(name), ...(database && { DATABASE_URL: database }) };
  try {
    const child = startChild(`bench/engines/${script}`, { env, args: [JSON.stringify(task)] });
    const words = await child.ended();
    const line = /^outcome (.*)$/m.exec(words);
    if (!line) throw new Error(`${script} said nothing: ${words}`);
    return JSON.parse(line[1] as string) as Outcome;
  } finally {
    if (database) await bench.dropDatabase(database);
  }
}
