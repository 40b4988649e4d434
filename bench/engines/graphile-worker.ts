import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { createStarts, dueTime, readTask, tell, untilNone } from './outcome.ts';
import { openRecordedDeliveries } from './recorded-deliveries.ts';

/** graphile-worker at its best: a local queue, completions in batches, a poll of 100 ms instead of 2 s. */
const task = readTask();
const url = process.env.DATABASE_URL as string;
const logger = new Logger(() => (level, message) => {
  if (level === 'error') console.error(message);
});
const preset = {
  worker: {
    connectionString: url,
    concurrentJobs: Number(process.env.WORKERS ?? 500),
    maxPoolSize: 10,
    pollInterval: 100,
    localQueue: { size: Number(process.env.BATCH ?? 500) },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    logger,
  },
};
await runMigrations({ preset });
const pool = new pg.Pool({ connectionString: url, max: 1 });

const dueAt = dueTime(task);
const starts = createStarts(task.count, dueAt);
const recorded = task.kind === 'recorded' ? await openRecordedDeliveries(task.count, dueAt) : null;
const ids = recorded?.ids ?? Array.from({ length: task.count }, (_, number) => `${number}`);
await pool.query(
  `select count(*) from graphile_worker.add_jobs(
     array(select json_populate_record(null::graphile_worker.job_spec,
       json_build_object('identifier', 'bench', 'payload', json_build_object('delivery', id), 'run_at', $2::timestamptz))
       from unnest($1::text[]) as n (id)))`,
  [ids, new Date(dueAt)],
);
await pool.query('analyze');

const bench = (payload: unknown) =>
  recorded ? recorded.publishOne((payload as { delivery: string }).delivery, starts.note) : starts.note();
const runner = await run({ preset, taskList: { bench } });
await starts.all;
await untilNone(async () => {
  const { rows } = await pool.query('select count(*)::int as left from graphile_worker._private_jobs');
  return rows[0].left as number;
});
// Counted from the first handler on: what the library needs to start up is not held against it.
const drainMs = performance.now() - starts.firstAt();
await runner.stop();
await pool.end();
await recorded?.close();
tell({ lateMs: starts.lateMs, drainMs });
process.exit(0);
