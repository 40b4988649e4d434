import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { buildDashboard } from './build-dashboard.ts';
import { provideChromium } from './chromium.ts';
import { startPostgres } from './postgres-server.ts';

/**
 * `npm test`: every test on both databases. PostgreSQL is the one that TEST_DATABASE_URL names, else an
 * installed one, else the one from the npm package; it is started here once and stopped at the end.
 * The browser tests' Chromium and the built pages are seen to here as well, once for all files.
 * Arguments are files or patterns; without any, everything runs. `--proof` (`npm run test:proof`) runs what
 * the everyday run leaves out: the crash matrix of the other platforms and of long films, broken uploads, and many more
 * renewals of logins.
 */
const given = process.argv.slice(2).filter((word) => word !== '--proof');
const proof = process.argv.includes('--proof');
const everything = ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts'];
const thorough = ['crash-matrix', 'crash-resume', 'oauth-server'].map((name) => `test/${name}.test.ts`);
const patterns = proof ? thorough : given.length > 0 ? given : everything;

const inBrowser = globSync(patterns).some((path) =>
  /from '\.\/(chromium|start-dashboard|build-dashboard)\.ts'/.test(readFileSync(path, 'utf8')),
);
const browser = inBrowser ? { CHROMIUM_PATH: provideChromium() } : {};
if (inBrowser) buildDashboard();

const postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres();
const url = process.env.TEST_DATABASE_URL ?? postgres?.url;
// Forced exit: a test that failed may have left a server open, which must not hold up the rest.
const tests = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-force-exit', ...patterns], {
  stdio: 'inherit',
  env: { ...process.env, ...browser, TEST_DATABASE_URL: url, ...(proof && { PROOF: 'rest' }) },
});
const code = await new Promise<number>((resolve) => tests.once('exit', (status) => resolve(status ?? 1)));
await postgres?.stop();
process.exit(code);
