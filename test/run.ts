import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildDashboard } from './build-dashboard.ts';
import { provideChromium } from './chromium.ts';
import { startPostgres } from './postgres-server.ts';

/**
 * `npm test`: every test on both databases. PostgreSQL is the one that TEST_DATABASE_URL names, else an
 * installed one, else the one from the npm package; it is started here once and stopped at the end.
 * The browser tests' Chromium and the built pages are seen to here as well, once for all files. What fails in a browser
 * while another file keeps the machine busy is run once more, alone: only a page that fails again is broken.
 * Arguments are files or patterns; without any, everything runs. `--proof` (`npm run test:proof`) runs what
 * the everyday run leaves out: the crash matrix of the other platforms and of films, broken uploads, and many more
 * renewals of logins, rounds of killing and defects that chaos must catch.
 */
const given = process.argv.slice(2).filter((word) => word !== '--proof');
const proof = process.argv.includes('--proof');
const everything = ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/{*,!(proof)/**/*}.test.ts'];
const thorough = [
  'test/crash-matrix.test.ts',
  'test/crash-postgres.test.ts',
  'test/proof/*.test.ts',
  'test/oauth-server.test.ts',
  'test/kill-rounds.test.ts',
  'test/chaos.test.ts',
];
const patterns = proof ? thorough : given.length > 0 ? given : everything;

const ofBrowser = (path: string) =>
  /from '\.\/(chromium|start-dashboard|build-dashboard)\.ts'/.test(readFileSync(path, 'utf8'));
const inBrowser = globSync(patterns).some(ofBrowser);
const browser = inBrowser ? { CHROMIUM_PATH: provideChromium() } : {};
if (inBrowser) buildDashboard();

const postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres();
const url = process.env.TEST_DATABASE_URL ?? postgres?.url;
const folder = mkdtempSync(join(tmpdir(), 'postbote-failed-'));
const list = join(folder, 'files');

function run(files: readonly string[], concurrency: number): Promise<number> {
  const options = [
    '--test',
    `--test-concurrency=${concurrency}`,
    // A test that failed may have left a server open, which must not hold up the rest.
    '--test-force-exit',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(import.meta.dirname, 'failed-files.ts')}`,
    `--test-reporter-destination=${list}`,
  ];
  const tests = spawn(process.execPath, [...options, ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...browser,
      TEST_DATABASE_URL: url,
      // Hundreds of processes load the same files.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/postbote'),
      ...(proof && { PROOF: 'rest' }),
    },
  });
  return new Promise((resolve) => tests.once('exit', (status) => resolve(status ?? 1)));
}

let code = await run(patterns, 2);
const failed = code === 0 ? [] : readFileSync(list, 'utf8').split('\n').filter(Boolean);
if (failed.length > 0 && failed.every((file) => /\.test\.ts$/.test(file) && ofBrowser(file))) {
  const names = failed.map((file) => relative(process.cwd(), file));
  process.stdout.write(`\nOnce more, alone: ${names.join(', ')}\n`);
  code = await run(names, 1);
}
rmSync(folder, { recursive: true });
await postgres?.stop();
process.exit(code);
