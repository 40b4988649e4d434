import type { Bench } from './bench.ts';
import { type EngineName, engines } from './engines/engine.ts';
import type { Outcome } from './engines/outcome.ts';
import { inTurns } from './lateness.ts';
import { median, type Row, ratioAtLeast, row } from './report.ts';

const count = 10_000;

/** Deliveries that are all due already: how many a second are claimed, run and recorded. */
export async function drain(bench: Bench): Promise<Row[]> {
  const outcomes = await inTurns(bench, { kind: 'drain', count }, 3);
  const steps = await inTurns(bench, { kind: 'steps', count: count / 5 }, 1, ['sqlite', 'postgres']);
  const rate = (name: EngineName) => perSecond(outcomes[name], count);
  const fastest = rate('pgBoss') > rate('graphile') ? 'pgBoss' : 'graphile';
  const slower = fastest === 'pgBoss' ? 'graphile' : 'pgBoss';
  const name = (engine: EngineName) => `10,000 due already: ${engines[engine].name}`;
  return [
    ...(['sqlite', 'postgres'] as const).map((engine) =>
      row('drain', name(engine), 'a second', rate(engine), {
        against: `${engines[fastest].name}, the faster library`,
        reference: rate(fastest),
        target: ratioAtLeast(1),
      }),
    ),
    row('drain', name(slower), 'a second', rate(slower)),
    ...(['sqlite', 'postgres'] as const).map((engine) =>
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
