import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from './flows.ts';
import type { Case, Ending, Stage } from './stage.ts';

export const newCounts = () => ({
  contacts: 0,
  killed: 0,
  answersLost: 0,
  errorsAfterEffect: 0,
  settledByPerson: 0,
  doubled: 0,
  missing: 0,
});
export type Counts = ReturnType<typeof newCounts>;

export function expectOne(counts: Counts, ending: Ending, where: string): void {
  if (ending.live > 1) counts.doubled += 1;
  if (ending.live < 1) counts.missing += 1;
  if (ending.byPerson) counts.settledByPerson += 1;
  assert.deepEqual({ live: ending.live, state: ending.state }, { live: 1, state: 'published' }, where);
}

export async function inCase<T>(stage: Stage, flow: Flow, run: (one: Case) => Promise<T>): Promise<T> {
  const one = await stage.newCase(flow);
  try {
    return await run(one);
  } finally {
    await one.drop();
  }
}

/** Runs the publisher as a process until it is killed or the post is out; true when it was killed. */
export async function runUntilKilled(one: Case, env: Record<string, string>): Promise<boolean> {
  const child = one.spawn(env);
  const exited = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  const gone = new AbortController();
  const watch = one.ended(gone.signal).then(() => child.kill('SIGTERM'));
  const signal = await exited;
  gone.abort();
  await watch;
  return signal === 'SIGKILL';
}

/** What an undisturbed run touches, in order. */
export async function contactsOf(stage: Stage, flow: Flow): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-contacts-'));
  try {
    const log = join(folder, 'contacts');
    await inCase(stage, flow, (one) => runUntilKilled(one, { CRASH_LOG: log }));
    return readFileSync(log, 'utf8').trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A few at a time: most of a case is waiting for leases to run out. */
export async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
