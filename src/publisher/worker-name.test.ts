import { equal, match } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { isDead, nameWorker, retireWorker } from './worker-name.ts';

const named = (pid: number | string) => `${hostname()}/${pid}/0123456789ab`;

test('a worker is known to be dead once its process is gone', () => {
  equal(isDead(named(spawnSync(process.execPath, ['--version']).pid)), true);
  equal(isDead(named(process.ppid)), false);
});

test('of another machine, or of a name that is none, nothing is known', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const name of [
    `elsewhere/${pid}/0`,
    '',
    hostname(),
    named('-1'),
    named('0'),
    named('x'),
    `${pid}-0`,
  ]) {
    equal(isDead(name), false, name);
  }
});

test('workers of this process live until they are retired; others with its number are of the one before it', () => {
  const [one, other] = [nameWorker(), nameWorker()];
  match(one, /^[^:/]+\/\d+\/[^:/]+$/);
  equal(isDead(one), false);
  retireWorker(one);
  equal(isDead(one), true);
  equal(isDead(other), false);
  retireWorker(other);
  equal(isDead(named(process.pid)), true);
});

// Elsewhere than on Linux such a process cannot be told from one that lives.
test('a process that nobody has buried yet is dead', async () => {
  // The shell becomes a program that never asks how its child ended.
  const script = 'true & echo $!; exec sleep 60';
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  const name = named(String(line).trim());
  const expected = process.platform === 'linux';
  while (isDead(name) !== expected) await new Promise((resolve) => setTimeout(resolve, 10));
  parent.kill('SIGKILL');
});
