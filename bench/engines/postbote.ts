import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { z } from 'zod';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { App } from '../../src/context.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import type { Platform } from '../../src/platforms/platform.ts';
import { startWorker } from '../../src/publisher/worker.ts';
import type { Settlement } from '../../src/store/db.ts';
import { insertWorkspace } from '../../src/store/workspaces.ts';
import { connectTo, type Environment } from '../connection.ts';
import { addDueDeliveries } from '../seed.ts';
import { createStarts, dueTime, readTask, tell } from './outcome.ts';

/** Our publisher as it runs in the product, with a platform that answers at once. */
const task = readTask();
const config = readConfig({ ...process.env, POSTBOTE_CONCURRENCY: '20000' });
const joined = await openApp(config, pino({ level: 'warn' }));
const workspaceId = randomUUID();
await insertWorkspace(joined.app.db.query, { id: workspaceId, name: 'Bench', created_at: Date.now() });

const dueAt = dueTime(task);
const connection = await connectTo(process.env as Environment);
await addDueDeliveries(connection, {
  workspaceId,
  encryptionKey: config.encryptionKey,
  count: task.count,
  dueAt,
});
// Not the first day: the database knows from its statistics that most of what it holds has gone out.
await addDueDeliveries(connection, {
  workspaceId,
  encryptionKey: config.encryptionKey,
  count: 2_000,
  dueAt,
  publishedAt: dueAt - 7 * 24 * 60 * 60 * 1000,
});
if (connection.kind === 'postgres') await connection.run('analyze');
await connection.close();

const starts = createStarts(task.count, dueAt);
const answer = { id: 'bench', url: null };
const noop: Platform = {
  ...bluesky,
  settings: z.strictObject({}),
  auth: { kind: 'password', refreshAheadSeconds: 0, refresh: async (at) => at.credentials },
  publish(at) {
    // Every real adapter needs the login first; a start that has not opened it yet would be none.
    if (at.credentials.accessToken !== 'bench') throw new Error('not the login that was sealed');
    starts.note();
    return task.kind === 'steps'
      ? at.step.commit('post', { by: 'key' }, async () => answer)
      : Promise.resolve(answer);
  },
};

let recorded = 0;
const { promise: done, resolve: finish } = Promise.withResolvers<void>();
const settle = async (settlements: readonly Settlement[]) => {
  const other = settlements.find((one) => one.state !== 'published');
  if (other) throw new Error(`a delivery ended as ${other.state}: ${other.error_code}`);
  const held = await joined.app.db.settle(settlements);
  recorded += held.size;
  if (recorded === task.count) finish();
  return held;
};
const app: App = {
  ...joined.app,
  db: { ...joined.app.db, settle },
  platforms: (id) => (id === 'bluesky' ? noop : undefined),
};

const worker = startWorker(app);
await done;
// Counted from the first handler on, as for the libraries: neither side is charged for its first look.
const drainMs = performance.now() - starts.firstAt();
await worker.stop(1_000);
await joined.close();
tell({ lateMs: starts.lateMs, drainMs });
