import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  contactsOf,
  eachOf,
  expectOne,
  inCase,
  momentsOf,
  newCounts,
  patience,
  runUntilKilled,
  untilStruck,
} from './crash/cases.ts';
import { planContacts } from './crash/contact-names.ts';
import { type Flow, flows, hardest } from './crash/flows.ts';
import { mutants, type Spoiling, spoiler } from './crash/spoil.ts';
import { type Case, openStage, type Stage, unhurried } from './crash/stage.ts';

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
    test('is published exactly once when the process is killed at any contact with disk or wire', async (t) => {
      const contacts = await contactsOf(stage, flow);
      for (const kind of ['disk', 'wire']) assert.ok(contacts.some((name) => name.startsWith(kind)));
      const moments = momentsOf(planContacts(contacts));
      counts.contacts += contacts.length;
      counts.planned += moments.length;
      t.diagnostic(`${contacts.length} contacts, ${moments.length} kills`);
      await eachOf(moments, (moment) =>
        untilStruck(counts, moment.at, (slowSeconds) =>
          inCase(
            stage,
            flow,
            async (one) => {
              const struck = await runUntilKilled(one, moment);
              if (struck) counts.killed += 1;
              expectOne(counts, flow, await one.finish(), `killed ${moment.side} ${moment.at}`);
              return struck;
            },
            slowSeconds,
          ),
        ),
      );
    });

    // keeps: once.answer-lost
    test('is published exactly once when any answer is lost or a 500 follows the effect', async () => {
      await eachOf(await spoiledMoments(flow), ({ at, how }) =>
        untilStruck(counts, at, (slowSeconds) =>
          inCase(
            stage,
            flow,
            async (one) => {
              const { fetch, struck } = spoiler(at, how);
              expectOne(counts, flow, await one.finish({ fetch }), `${how} at ${at}`);
              if (struck()) counts[how === 'answer lost' ? 'answersLost' : 'errorsAfterEffect'] += 1;
              return struck();
            },
            slowSeconds,
          ),
        ),
      );
    });
  });
}

async function spoiledMoments(flow: Flow): Promise<{ at: string; how: Spoiling }[]> {
  const { fetch, names } = spoiler('', 'answer lost');
  const watched = (one: Case) => one.finish({ fetch, publisher: unhurried });
  expectOne(counts, flow, await inCase(stage, flow, watched, patience), 'undisturbed');
  return planContacts(names)
    .filter((name) => name.startsWith('wire'))
    .flatMap((at) => (['answer lost', '500 after the effect'] as const).map((how) => ({ at, how })));
}

describe('the matrix can fail', () => {
  for (const [name, mutant] of Object.entries(mutants)) {
    // keeps: once.mutants
    test(`it catches the mutant "${name}"`, async () => {
      let doubled = 0;
      await eachOf(await spoiledMoments(hardest), async ({ at, how }) => {
        const { fetch } = spoiler(at, how);
        const ending = await inCase(stage, hardest, (one) => one.finish(mutant({ fetch })));
        if (ending.live > 1) doubled += 1;
      });
      assert.ok(doubled > 0, 'at least one post went out twice');
    });
  }
});
