import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contactsOf, eachOf, expectOne, inCase, newCounts } from './crash/cases.ts';
import { flows } from './crash/flows.ts';
import { openStage, type Stage } from './crash/stage.ts';

/** The same matrix on PostgreSQL with two workers: one is killed at the contact, the other takes over. */
const counts = newCounts();
let stage: Stage;
before(async () => {
  stage = await openStage('postgres');
});
after(async () => {
  await stage?.close();
  console.log(`crash matrix on PostgreSQL, two workers: ${JSON.stringify(counts)}`);
});

for (const flow of flows.filter((one) => one.onPostgres)) {
  describe(`${flow.platform} ${flow.name}`, () => {
    // keeps: once.two-workers
    test('is published exactly once when one of two workers is killed at any contact', async () => {
      const contacts = await contactsOf(stage, flow);
      assert.ok(contacts.length > 5);
      counts.contacts += contacts.length;
      const moments = contacts.flatMap((label, index) =>
        (['before', 'after'] as const).map((side) => ({ label, at: index + 1, side })),
      );
      const killedBefore = counts.killed;
      await eachOf(moments, ({ label, at, side }) =>
        inCase(stage, flow, async (one) => {
          const doomed = one.spawn({ CRASH_AT: String(at), CRASH_SIDE: side });
          const killed = new Promise<boolean>((resolve) =>
            doomed.once('exit', (_code, signal) => resolve(signal === 'SIGKILL')),
          );
          // The second worker comes while the first one is at it, and is there when it dies.
          await one.claimed();
          const ending = await one.finish();
          doomed.kill('SIGTERM');
          if (await killed) counts.killed += 1;
          expectOne(counts, ending, `one worker killed ${side} contact ${at} (${label})`);
        }),
      );
      assert.ok(counts.killed - killedBefore > moments.length * 0.6, 'a worker was really killed');
    });
  });
}
