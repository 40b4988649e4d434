import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { createStarts, dueTime, readTask, tell, untilNone } from './outcome.ts';
import { openRecordedDeliveries } from './recorded-deliveries.ts';

/** pg-boss at its best: large batches, several workers, the shortest poll it allows, no pause between full batches. */
const task = readTask();
const url = process.env.DATABASE_URL as string;
const workers = Number(process.env.WORKERS ?? 5);
const batchSize = Number(process.env.BATCH ?? 500);
const queue = 'bench';

const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue(queue);
const pool = new pg.Pool({ connectionString: url, max: 1 });

const dueAt = dueTime(task);
const starts = createStarts(task.count, dueAt);
const recorded = task.kind === 'recorded' ? await openRecordedDeliveries(task.count, dueAt) : null;
const work = () =>
  boss.work(
    queue,
    { batchSize, localConcurrency: workers, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
    async (jobs: { data: { delivery: string } }[]) => {
      if (recorded)
        await recorded.publish(
          jobs.map((job) => job.data.delivery),
          starts.note,
        );
      else for (const _ of jobs) starts.note();
    },
  );
const add = async () => {
  const startAfter = new Date(dueAt);
  const jobs = Array.from({ length: task.count }, (_, number) => ({
    data: { delivery: recorded?.ids[number] ?? `${number}` },
    startAfter,
  }));
  for (let from = 0; from < jobs.length; from += 5_000)
    await boss.insert(queue, jobs.slice(from, from + 5_000));
  await pool.query('analyze');
};

await add();
await work();
await starts.all;
await untilNone(async () => {
  const { rows } = await pool.query(
    "select count(*)::int as left from pgboss.job where state <> 'completed'",
  );
  return rows[0].left as number;
});
// Counted from the first handler on: what the library needs to start up is not held against it.
const drainMs = performance.now() - starts.firstAt();
await boss.stop({ graceful: false });
await pool.end();
await recorded?.close();
tell({ lateMs: starts.lateMs, drainMs });
process.exit(0);
