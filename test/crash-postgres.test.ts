import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  contactFiles,
  contactsOf,
  eachOf,
  expectOne,
  inCase,
  momentsOf,
  newCounts,
  untilStruck,
} from './crash/cases.ts';
import { planContacts } from './crash/contact-names.ts';
import { postgresFlows } from './crash/flows.ts';
import { openStage, type Stage } from './crash/stage.ts';

/** The same matrix on PostgreSQL with two workers: whoever comes to the contact is killed, the other takes over. */
const counts = newCounts();
let stage: Stage;
before(async () => {
  stage = await openStage('postgres');
});
after(async () => {
  await stage?.close();
  console.log(`crash matrix on PostgreSQL, two workers: ${JSON.stringify(counts)}`);
});

for (const flow of postgresFlows) {
  describe(`${flow.platform} ${flow.name}`, () => {
    // keeps: once.two-workers
    test('is published exactly once when one of two workers is killed at any contact', async () => {
      const contacts = await contactsOf(stage, flow);
      assert.ok(contacts.length >= 5);
      const moments = momentsOf(planContacts(contacts));
      counts.contacts += contacts.length;
      counts.planned += moments.length;
      await eachOf(moments, (moment) =>
        untilStruck(counts, moment.at, (slowSeconds) =>
          inCase(
            stage,
            flow,
            async (one) => {
              const { env, read, forget } = contactFiles(moment);
              const workers = [one.spawn(env), one.spawn(env)];
              const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
              const ending = await one.end();
              for (const worker of workers) worker.kill('SIGTERM');
              await Promise.all(ended);
              const { struck } = read();
              forget();
              if (struck) counts.killed += 1;
              expectOne(counts, flow, ending, `one of two killed ${moment.side} ${moment.at}`);
              return struck;
            },
            slowSeconds,
          ),
        ),
      );
    });
  });
}
