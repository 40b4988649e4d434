import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Flow, flows } from './crash/flows.ts';
import { spoiledFetch } from './crash/spoil.ts';
import { type Case, type Ending, openStage, type Stage } from './crash/stage.ts';

/** Every platform × every contact × {killed before, killed after, answer lost, 500 after the effect}. */
const counts = { contacts: 0, killed: 0, lost: 0, errors: 0, byPerson: 0, doubled: 0, missing: 0 };

let stage: Stage;
before(async () => {
  stage = await openStage('sqlite');
});
after(async () => {
  await stage?.close();
  console.log(`crash matrix: ${JSON.stringify(counts)}`);
});

function expectOne(ending: Ending, where: string): void {
  if (ending.live > 1) counts.doubled += 1;
  if (ending.live < 1) counts.missing += 1;
  if (ending.byPerson) counts.byPerson += 1;
  assert.deepEqual({ live: ending.live, state: ending.state }, { live: 1, state: 'published' }, where);
}

async function inCase<T>(flow: Flow, run: (one: Case) => Promise<T>): Promise<T> {
  const one = await stage.newCase(flow);
  try {
    return await run(one);
  } finally {
    await one.drop();
  }
}

/** Runs the service as a process until it is killed or the post is out. */
async function runUntilKilled(one: Case, env: Record<string, string>): Promise<boolean> {
  const child = one.spawn(env);
  const exited = new Promise<string | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const gone = new AbortController();
  const watch = one.ended(gone.signal).then(() => child.kill('SIGTERM'));
  const signal = await exited;
  gone.abort();
  await watch;
  return signal === 'SIGKILL';
}

async function contactsOf(flow: Flow): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-contacts-'));
  try {
    const log = join(folder, 'contacts');
    await inCase(flow, (one) => runUntilKilled(one, { CRASH_LOG: log }));
    return readFileSync(log, 'utf8').trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A few at a time: most of a case is waiting for leases to run out. */
async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

for (const flow of flows) {
  describe(`${flow.platform} ${flow.name}`, () => {
    test('is published exactly once when the process is killed at any contact with disk or wire', async () => {
      const contacts = await contactsOf(flow);
      assert.ok(contacts.some((label) => label.startsWith('wire')) && contacts.some((label) => label.startsWith('disk')));
      counts.contacts += contacts.length;
      const moments = contacts.flatMap((label, index) =>
        (['before', 'after'] as const).map((side) => ({ label, at: index + 1, side })),
      );
      await eachOf(moments, ({ label, at, side }) =>
        inCase(flow, async (one) => {
          if (await runUntilKilled(one, { CRASH_AT: String(at), CRASH_SIDE: side })) counts.killed += 1;
          expectOne(await one.finish(), `killed ${side} contact ${at} (${label})`);
        }),
      );
    });

    test('is published exactly once when any answer is lost or a 500 follows the effect', async () => {
      const labels: string[] = [];
      expectOne(await inCase(flow, (one) => one.finish({ fetch: spoiledFetch(0, 'answer lost', labels) })), 'undisturbed');
      const moments = labels.flatMap((label, index) =>
        (['answer lost', '500 after the effect'] as const).map((how) => ({ label, at: index + 1, how })),
      );
      await eachOf(moments, ({ label, at, how }) =>
        inCase(flow, async (one) => {
          expectOne(await one.finish({ fetch: spoiledFetch(at, how) }), `${how} at request ${at} (${label})`);
          counts[how === 'answer lost' ? 'lost' : 'errors'] += 1;
        }),
      );
    });
  });
}
