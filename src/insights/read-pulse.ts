import type { App } from '../context.ts';
import type { Pulse } from '../contract/api/insights.ts';
import type { Scope } from '../store/numbers.ts';
import { countsOf, latenessesSince, overdueIn, readBeat } from '../store/pulse.ts';

/** The publisher gives a sign of life with its housekeeping, every half minute. */
const silentMs = 120_000;
const overdueMs = 30_000;
const dayMs = 24 * 60 * 60 * 1000;
const sample = 2000;

/** Whether things go out, and how punctually. */
export async function readPulse(
  app: Pick<App, 'db' | 'clock'>,
  scope: Scope,
  paused: boolean,
): Promise<Pulse> {
  const now = app.clock.now();
  const { query } = app.db;
  const [beatAt, overdue, late] = await Promise.all([
    readBeat(query),
    overdueIn(query, scope, now - overdueMs, now),
    latenessesSince(query, scope, now - dayMs, sample),
  ]);
  const sorted = late.map((ms) => Math.max(0, ms)).sort((a, b) => a - b);
  const silent = beatAt === null || beatAt < now - silentMs;
  return {
    beatAt,
    stalled: !paused && (overdue.idle > 0 || silent),
    overdue: overdue.count,
    latenessP50: quantile(sorted, 0.5),
    latenessP95: quantile(sorted, 0.95),
    paused,
  };
}

const quantile = (sorted: readonly number[], part: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;

export async function readCounts(app: Pick<App, 'db' | 'clock'>, scope: Scope) {
  const { published, ...counts } = await countsOf(app.db.query, scope, app.clock.now() - 30 * dayMs);
  return { ...counts, published30: published };
}
