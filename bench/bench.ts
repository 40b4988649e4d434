import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../test/postgres-server.ts';

/** What every group of measurements needs: a place of its own, and a PostgreSQL that starts when first asked for. */
export interface Bench {
  /** A new empty folder. */
  folder(name: string): string;
  /** The address of a new empty database. */
  database(name: string): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Fewer with --quick. */
  rounds(wanted: number): number;
  say(text: string): void;
  close(): Promise<void>;
}

export function openBench(options: { quick: boolean; say: (text: string) => void }): Bench {
  const home = mkdtempSync(join(tmpdir(), 'postbote-bench-'));
  let made = 0;
  let server: Promise<{ url: string; stop(): Promise<void> }> | null = null;
  const start = () => {
    const given = process.env.BENCH_DATABASE_URL;
    server ??= given ? Promise.resolve({ url: given, stop: async () => {} }) : startPostgres();
    return server;
  };
  return {
    folder(name) {
      made += 1;
      const folder = join(home, `${made}-${name}`);
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    },
    async database(name) {
      const { url } = await start();
      made += 1;
      const database = `bench_${process.pid}_${made}_${name}`;
      await onServer(url, `create database ${database}`);
      const own = new URL(url);
      own.pathname = `/${database}`;
      return String(own);
    },
    async dropDatabase(url) {
      const { url: server } = await start();
      await onServer(server, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
    },
    rounds: (wanted) => (options.quick ? Math.min(wanted, 1) : wanted),
    say: options.say,
    async close() {
      if (server) await (await server).stop();
      rmSync(home, { recursive: true, force: true });
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
