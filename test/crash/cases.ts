import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from './flows.ts';
import type { Case, Ending, Stage } from './stage.ts';

export const newCounts = () => ({
  contacts: 0,
  planned: 0,
  killed: 0,
  /** Runs in which the planned contact did not come, for the platform was quicker; they were made again. */
  missed: 0,
  answersLost: 0,
  errorsAfterEffect: 0,
  settledByPerson: 0,
  doubled: 0,
  missing: 0,
});
export type Counts = ReturnType<typeof newCounts>;

/** Exactly one post, and its owner is asked only where nobody else can tell. */
export function expectOne(counts: Counts, flow: Flow, ending: Ending, where: string): void {
  if (ending.live > 1) counts.doubled += 1;
  if (ending.live < 1) counts.missing += 1;
  if (ending.byPerson) counts.settledByPerson += 1;
  assert.deepEqual({ live: ending.live, state: ending.state }, { live: 1, state: 'published' }, where);
  assert.ok(!ending.byPerson || flow.ownerMayTell, `the owner was asked: ${where}`);
}

export async function inCase<T>(
  stage: Stage,
  flow: Flow,
  run: (one: Case) => Promise<T>,
  slowSeconds = 0,
): Promise<T> {
  const one = await stage.newCase(flow, slowSeconds);
  try {
    return await run(one);
  } finally {
    await one.drop();
  }
}

/** Where a kill or a spoiled answer strikes. */
export interface Moment {
  readonly at: string;
  readonly side: 'before' | 'after';
}

export const momentsOf = (contacts: readonly string[]): Moment[] =>
  contacts.flatMap((at) => (['before', 'after'] as const).map((side) => ({ at, side })));

/** As many workers as asked for, until one was killed or the post is out. True: one was killed. */
export async function runUntilKilled(one: Case, moment: Moment | null): Promise<boolean> {
  const { env, read, forget } = contactFiles(moment);
  const child = one.spawn(env);
  const exited = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  const gone = new AbortController();
  const watch = one.ended(gone.signal).then(() => child.kill('SIGTERM'));
  await exited;
  gone.abort();
  await watch;
  const { struck } = read();
  forget();
  return struck;
}

export function contactFiles(moment: Moment | null) {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-contacts-'));
  const files = { CRASH_LOG: join(folder, 'log'), CRASH_DONE: join(folder, 'done') };
  return {
    env: { ...files, ...(moment && { CRASH_AT: moment.at, CRASH_SIDE: moment.side }) },
    read: () => ({
      struck: existsSync(files.CRASH_DONE),
      contacts: readFileSync(files.CRASH_LOG, 'utf8').trim().split('\n'),
    }),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What every undisturbed run touches, in order: what only a slow machine adds is left out. */
export async function contactsOf(stage: Stage, flow: Flow): Promise<string[]> {
  const [one, other] = await Promise.all([recordRun(stage, flow), recordRun(stage, flow)]);
  return one.filter((contact) => other.includes(contact));
}

async function recordRun(stage: Stage, flow: Flow): Promise<string[]> {
  const { env, read, forget } = contactFiles(null);
  try {
    await inCase(
      stage,
      flow,
      async (one) => {
        const child = one.spawn(env);
        const exited = new Promise((resolve) => child.once('exit', resolve));
        await one.ended(new AbortController().signal);
        child.kill('SIGTERM');
        await exited;
      },
      patience,
    );
    return read().contacts;
  } finally {
    forget();
  }
}

/** Seconds that a platform takes longer, from try to try; a real second is thirty of them. */
export const patience = 20;
const slownesses = [0, patience, 60, 180, 400];
/** Comes only where a platform is not ready when it is asked first. */
const needsPatience = (at: string) => /asking|settle publishing|#2$/.test(at);

/** Where the moment depends on how quick a platform is, it is made slower from try to try; in the end it must come. */
export async function untilStruck(
  counts: Counts,
  at: string,
  attempt: (slowSeconds: number) => Promise<boolean>,
): Promise<void> {
  for (const slowSeconds of slownesses.slice(needsPatience(at) ? 1 : 0)) {
    if (await attempt(slowSeconds)) return;
    counts.missed += 1;
  }
  assert.fail(`the moment never came: ${at}`);
}

/** A few at a time: most of a case is waiting for leases to run out. */
export async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
