import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/** Nodes as processes of their own on the stage's database. */
export async function startWorkers(
  stage: Stage,
  names: readonly string[],
  flags: readonly string[] = [],
): Promise<{ ended: Promise<(string | null)[]>; stop(): Promise<void> }> {
  const children = names.map((name) =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, 'worker.ts'), '--server', stage.server.url, '--name', name, ...flags],
      { env: { PATH: process.env.PATH ?? '', ...stage.env }, stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  );
  const ended = Promise.all(children.map(signalOf));
  await Promise.all(children.map((child) => Promise.race([saidSomething(child), signalOf(child)])));
  return {
    ended,
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await ended;
    },
  };
}

const signalOf = (child: ChildProcess) =>
  new Promise<string | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
const saidSomething = (child: ChildProcess) =>
  new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
