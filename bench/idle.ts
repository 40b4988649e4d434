import type { Bench } from './bench.ts';
import type { Environment } from './connection.ts';
import { type Row, row, valueBelow } from './report.ts';
import { startPostbote } from './servers/postbote.ts';

const settleMs = 3_000;
const watchMs = 10_000;

/** What the service takes while nothing happens. */
export async function idle(bench: Bench): Promise<Row[]> {
  // What has changed since the installation is compiled by a start of its own: its memory would hold the compiler, too.
  const warmUp = await startPostbote({ POSTBOTE_DATA: bench.folder('idle') }, ['count-queries.ts']);
  await warmUp.child.stop();
  const sqlite = { POSTBOTE_DATA: bench.folder('idle') };
  const postgres = { POSTBOTE_DATA: bench.folder('idle'), DATABASE_URL: await bench.database('idle') };
  return (await Promise.all([idleOn('SQLite', sqlite), idleOn('PostgreSQL', postgres)])).flat();
}

async function idleOn(name: string, env: Environment): Promise<Row[]> {
  const { child } = await startPostbote(env, ['count-queries.ts']);
  try {
    await pause(settleMs);
    const before = await child.vitals();
    const startedAt = performance.now();
    await pause(watchMs);
    const after = await child.vitals();
    const seconds = (performance.now() - startedAt) / 1000;
    return [
      row('idle', `memory, ${name}`, 'MiB', after.rssBytes / 2 ** 20, { target: valueBelow(150) }),
      row('idle', `queries a second, ${name}`, 'a second', (after.queries - before.queries) / seconds, {
        target: valueBelow(1),
      }),
      row('idle', `CPU, ${name}`, '% of a core', (after.cpuMicros - before.cpuMicros) / seconds / 10_000),
    ];
  } finally {
    await child.stop();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
