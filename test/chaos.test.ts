import { equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Mutant, mutants } from './chaos-mutants.ts';
import { runChaos } from './chaos-run.ts';
import { onBothDatabases } from './databases.ts';

const publishes = Number(process.env.CHAOS_PUBLISHES ?? 2000);
const factor = Math.max(1, publishes / 2000);

onBothDatabases('two workers that are killed and stopped at random', (kind) => {
  // keeps: once.chaos
  test('publish everything exactly once', { timeout: 1_000_000 * factor }, async (t) => {
    const report = await runChaos({
      kind,
      publishes,
      accounts: Math.round(300 * factor),
      spreadSeconds: 20 * factor,
      strikes: Math.round(18 * factor),
      maxSeconds: 900 * factor,
    });
    t.diagnostic(JSON.stringify(report));
    ok(report.kills >= 5 && report.stops >= 3, 'the run must have been rough');
    equal(report.lost, 0);
    equal(report.doubled, 0);
    equal(report.published, publishes);
    equal(report.auditedWrong, 0);
  });
});

const allMutants = Object.keys(mutants) as Mutant[];

describe('the same run catches a publisher', () => {
  // The others with `npm run test:proof`.
  const caught: readonly Mutant[] = process.env.PROOF === 'rest' ? allMutants : ['no-intent'];
  for (const mutant of caught) {
    // keeps: once.mutants
    test(`with the defect "${mutant}"`, { timeout: 800_000 }, async (t) => {
      let doubled = 0;
      // The blows fall at random: one run in many may hit no moment in which the defect shows.
      for (let runs = 0; runs < 3 && doubled === 0; runs += 1) {
        const report = await runChaos({
          kind: 'sqlite',
          publishes: 600,
          accounts: 300,
          // No backlog: a worker then mostly holds some deliveries ahead of their time.
          spreadSeconds: 30,
          strikes: 18,
          maxSeconds: 240,
          mutant,
        });
        t.diagnostic(JSON.stringify(report));
        doubled = report.doubled;
      }
      ok(doubled > 0, 'nothing was published twice');
    });
  }
});
