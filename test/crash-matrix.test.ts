import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contactsOf, eachOf, expectOne, inCase, newCounts, runUntilKilled } from './crash/cases.ts';
import { type Flow, flows } from './crash/flows.ts';
import { mutants, spoiledFetch } from './crash/spoil.ts';
import { openStage, type Stage } from './crash/stage.ts';

/** Every platform × every contact × {killed before, killed after, answer lost, 500 after the effect}. */
const counts = newCounts();
let stage: Stage;
before(async () => {
  stage = await openStage('sqlite');
});
after(async () => {
  await stage?.close();
  console.log(`crash matrix on SQLite: ${JSON.stringify(counts)}`);
});

for (const flow of flows) {
  describe(`${flow.platform} ${flow.name}`, () => {
    // keeps: once.killed
    test('is published exactly once when the process is killed at any contact with disk or wire', async () => {
      const contacts = await contactsOf(stage, flow);
      for (const kind of ['disk', 'wire']) assert.ok(contacts.some((label) => label.startsWith(kind)));
      counts.contacts += contacts.length;
      const moments = contacts.flatMap((label, index) =>
        (['before', 'after'] as const).map((side) => ({ label, at: index + 1, side })),
      );
      const killedBefore = counts.killed;
      await eachOf(moments, ({ label, at, side }) =>
        inCase(stage, flow, async (one) => {
          if (await runUntilKilled(one, { CRASH_AT: String(at), CRASH_SIDE: side })) counts.killed += 1;
          expectOne(counts, await one.finish(), `killed ${side} contact ${at} (${label})`);
        }),
      );
      // How often a platform is asked while it processes varies, so the last moments of a long list may never come.
      assert.ok(counts.killed - killedBefore > moments.length * 0.7, 'the process was really killed');
    });

    // keeps: once.answer-lost
    test('is published exactly once when any answer is lost or a 500 follows the effect', async () => {
      for (const { label, at, how } of await spoiledMoments(flow)) {
        await inCase(stage, flow, async (one) => {
          const ending = await one.finish({ fetch: spoiledFetch(at, how) });
          expectOne(counts, ending, `${how} at request ${at} (${label})`);
          counts[how === 'answer lost' ? 'answersLost' : 'errorsAfterEffect'] += 1;
        });
      }
    });
  });
}

async function spoiledMoments(flow: Flow) {
  const labels: string[] = [];
  const parts = { fetch: spoiledFetch(0, 'answer lost', labels) };
  expectOne(counts, await inCase(stage, flow, (one) => one.finish(parts)), 'undisturbed');
  return labels.flatMap((label, index) =>
    (['answer lost', '500 after the effect'] as const).map((how) => ({ label, at: index + 1, how })),
  );
}

// X without text is the hardest: no key, no container, no duplicate check.
const hardest = flows.find((flow) => flow.platform === 'twitter' && flow.name === 'image alone');

describe('the matrix can fail', () => {
  if (!hardest) return;
  for (const [name, mutant] of Object.entries(mutants)) {
    // keeps: once.mutants
    test(`it catches the mutant "${name}"`, async () => {
      let doubled = 0;
      for (const { at, how } of await spoiledMoments(hardest)) {
        const ending = await inCase(stage, hardest, (one) =>
          one.finish(mutant({ fetch: spoiledFetch(at, how) })),
        );
        if (ending.live > 1) doubled += 1;
      }
      assert.ok(doubled > 0, 'at least one post went out twice');
    });
  }
});
