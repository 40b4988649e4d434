import type { Bench } from './bench.ts';
import { type EngineName, engines, runEngine } from './engines/engine.ts';
import type { Outcome, Task } from './engines/outcome.ts';
import { median, quantile, type Row, ratioAtLeast, ratioBelow, row } from './report.ts';

const ours = ['sqlite', 'postgres'] as const;
const libraries = ['pgBoss', 'graphile'] as const;
const all = [...ours, ...libraries] as const;

/**
 * Deliveries that are all due at one moment, each on an account of its own, with a platform that answers at once: how late
 * they start, and how soon all of them are done. The libraries' handler does nothing.
 */
export async function lateness(bench: Bench): Promise<Row[]> {
  return [...(await punctual(bench, 1_000, 3)), ...(await punctual(bench, 10_000, 3))];
}

async function punctual(bench: Bench, count: number, rounds: number): Promise<Row[]> {
  const outcomes = await inTurns(bench, { kind: 'punctual', count }, rounds);
  const late = (name: EngineName, share: number) =>
    median(outcomes[name].map((outcome) => quantile(outcome.lateMs, share)));
  const title = (name: EngineName, what: string) =>
    `${count.toLocaleString('en')} due at once, ${what}: ${engines[name].name}`;
  // From the moment all were due until the last outcome is on disk.
  const drained = (name: EngineName) =>
    median(outcomes[name].map(({ lateMs, drainMs }) => (count / ((lateMs[0] ?? 0) + drainMs)) * 1000));
  return ours.flatMap((name) => [
    row('lateness', title(name, 'p50'), 'ms', late(name, 0.5)),
    row('lateness', title(name, 'p99'), 'ms', late(name, 0.99)),
    ...libraries.map((library) =>
      row('lateness', title(name, 'last'), 'ms', late(name, 1), {
        against: engines[library].name,
        reference: late(library, 1),
        target: ratioBelow(1),
      }),
    ),
    ...libraries.map((library) =>
      row('lateness', title(name, 'drained'), 'a second', drained(name), {
        against: engines[library].name,
        reference: drained(library),
        target: ratioAtLeast(1),
      }),
    ),
  ]);
}

export async function inTurns(
  bench: Bench,
  task: Task,
  rounds: number,
  names: readonly EngineName[] = all,
): Promise<Record<EngineName, Outcome[]>> {
  const outcomes: Record<EngineName, Outcome[]> = { sqlite: [], postgres: [], pgBoss: [], graphile: [] };
  for (let round = 0; round < bench.rounds(rounds); round += 1) {
    for (const name of names) outcomes[name].push(await runEngine(bench, name, task));
  }
  return outcomes;
}
