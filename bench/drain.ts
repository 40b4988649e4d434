import type { Bench } from './bench.ts';
import { type EngineName, engines } from './engines/engine.ts';
import type { Outcome } from './engines/outcome.ts';
import { inTurns } from './lateness.ts';
import { median, type Row, ratioAtLeast, row } from './report.ts';

const count = 10_000;

const ours = ['sqlite', 'postgres'] as const;
const libraries = ['pgBoss', 'graphile'] as const;

/**
 * A backlog, as after hours of standstill: how many a second are claimed, run and recorded. (What comes due at one moment
 * is drained in `lateness`.) The libraries are measured twice. With a handler that reads a delivery of ours and leaves
 * outcome and audit row behind, as anything built on them has to, and bare, with one that does nothing. The target is held
 * against both.
 */
export async function drain(bench: Bench): Promise<Row[]> {
  const bare = await inTurns(bench, { kind: 'drain', count }, 3);
  const recorded = await inTurns(bench, { kind: 'recorded', count }, 3, libraries);
  const steps = await inTurns(bench, { kind: 'steps', count: count / 5 }, 1, ours);
  const against = (outcomes: Record<EngineName, Outcome[]>, what: string) => {
    const rate = (name: EngineName) => perSecond(outcomes[name], count);
    const [fastest, slower] = libraries.toSorted((one, other) => rate(other) - rate(one));
    return [
      ...ours.map((engine) =>
        row(
          'drain',
          `a backlog of 10,000: ${engines[engine].name}`,
          'a second',
          perSecond(bare[engine], count),
          {
            against: `${engines[fastest as EngineName].name}, ${what}`,
            reference: rate(fastest as EngineName),
            target: ratioAtLeast(1),
          },
        ),
      ),
      row(
        'drain',
        `a backlog of 10,000: ${engines[slower as EngineName].name}, ${what}`,
        'a second',
        rate(slower as EngineName),
      ),
    ];
  };
  return [
    ...against(recorded, 'recording the same'),
    ...against(bare, 'bare'),
    ...ours.map((engine) =>
      row(
        'drain',
        `2,000, each with a commit step on disk: ${engines[engine].name}`,
        'a second',
        perSecond(steps[engine], count / 5),
      ),
    ),
  ];
}

const perSecond = (outcomes: readonly Outcome[], deliveries: number) =>
  median(outcomes.map((outcome) => deliveries / (outcome.drainMs / 1000)));
