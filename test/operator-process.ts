import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestDatabase } from './databases.ts';

const main = join(import.meta.dirname, '../src/main.js');

/** The environment an operator would have: nothing of ours leaks in but the way to the database. */
const environment = (database: Pick<TestDatabase, 'env' | 'dataDir'>, more: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(database.dataDir, 'compiled'),
  ...database.env,
  ...more,
});

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs one command to its end, as a process of its own. */
export async function runPostbote(
  database: Pick<TestDatabase, 'env' | 'dataDir'>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const { ended } = launch(database, args, env);
  return ended;
}

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  /** Everything it printed until it listened. */
  readonly block: string;
  readonly ended: Promise<Ended>;
}

/** Starts the service and waits until it says where it listens. */
export async function startServer(
  database: Pick<TestDatabase, 'env' | 'dataDir'>,
  env: Record<string, string> = {},
): Promise<Server> {
  const { child, ended, printed } = launch(database, ['serve'], { PORT: '0', POSTBOTE_LOG: 'warn', ...env });
  const block = await printed((out) => out.includes('Postbote is running.') && out.endsWith('\n\n'));
  const [, port] = /MCP +http:\/\/127\.0\.0\.1:(\d+)\/mcp\n/.exec(block) ?? [];
  return { child, ended, block, port: Number(port), url: `http://127.0.0.1:${port}` };
}

function launch(
  database: Pick<TestDatabase, 'env' | 'dataDir'>,
  args: readonly string[],
  env: Record<string, string>,
) {
  const child = spawn(process.execPath, [main, ...args], {
    env: environment(database, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastResort = () => child.kill('SIGKILL');
  process.once('exit', lastResort);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', lastResort);
      resolve({ code, out, err });
    });
  });
  const printed = (enough: (out: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      child.stdout.on('data', () => {
        if (enough(out)) resolve(out);
      });
      ended.then(({ code }) => reject(new Error(`ended with ${code}: ${out}${err}`)));
    });
  return { child, ended, printed };
}
