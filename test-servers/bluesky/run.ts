import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.ts';

/**
 * `npm run test:bluesky`: our adapter and our service against Bluesky's own server. It is installed beside this file the
 * first time (a few minutes: it compiles its database) and kept. Arguments go to Node's test runner.
 */
const problem = await install();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
const files = globSync('*.test.ts', { cwd: import.meta.dirname }).map((file) =>
  join(import.meta.dirname, file),
);
// What hangs fails: the kills at every contact take a minute or two.
const limits = ['--test-timeout=600000', '--test-concurrency=1', '--test-force-exit'];
const options = ['--test', ...limits, ...process.argv.slice(2)];
const tests = spawn(process.execPath, [...options, ...files], { stdio: 'inherit' });
tests.once('exit', (code) => process.exit(code ?? 1));
