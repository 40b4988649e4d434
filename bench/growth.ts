import { hash, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Caller } from '../src/context.ts';
import { platformIds } from '../src/contract/platform-ids.ts';
import { listPosts } from '../src/posts/list-posts.ts';
import type { Db } from '../src/store/db.ts';
import { insertWorkspace } from '../src/store/workspaces.ts';
import type { Bench } from './bench.ts';
import { type Connection, connectTo, type Environment } from './connection.ts';
import { median, type Row, ratioAtMost, row } from './report.ts';
import { addDueDeliveries, addFuturePosts, addKeys } from './seed.ts';

const few = 1_000;
const many = 1_000_000;
const manyKeys = 100_000;

/** What a full database costs: the same question asked of one with a thousand rows and one with a million. */
export async function growth(bench: Bench): Promise<Row[]> {
  const sqlite = () => ({ POSTBOTE_DATA: bench.folder('growth') });
  const postgres = async () => ({
    POSTBOTE_DATA: bench.folder('growth'),
    DATABASE_URL: await bench.database('growth'),
  });
  return [
    ...(await growthOn(bench, 'SQLite', sqlite(), sqlite())),
    ...(await growthOn(bench, 'PostgreSQL', await postgres(), await postgres())),
  ];
}

async function growthOn(bench: Bench, name: string, small: Environment, large: Environment): Promise<Row[]> {
  const filled = [await fill(small, few, few), await fill(large, many, manyKeys)] as const;
  const times = { claim: [[], []], list: [[], []], key: [[], []] } as Record<string, [number[], number[]]>;
  const note = async (what: string, side: 0 | 1, run: () => unknown) => {
    const startedAt = performance.now();
    await run();
    times[what]?.[side].push(performance.now() - startedAt);
  };
  const warmUps = 20;
  for (let round = 0; round < warmUps + bench.rounds(10) * 20; round += 1) {
    if (round === warmUps)
      for (const sides of Object.values(times)) for (const side of sides) side.length = 0;
    // Each goes first as often as the other.
    for (const side of (round % 2 === 0 ? [0, 1] : [1, 0]) as (0 | 1)[]) {
      const { app, caller, connection, hashes } = filled[side];
      await addDueDeliveries(connection, {
        workspaceId: caller.workspaceId,
        encryptionKey: app.config.encryptionKey,
        count: 1,
        dueAt: Date.now() - 1_000,
      });
      await note('claim', side, () => claimOne(app.db));
      await note('list', side, () => listPosts(app, caller, { limit: 10 }));
      const someKey = hashes[round % hashes.length] as string;
      await note('key', side, () => app.db.findKey(someKey));
    }
  }
  for (const { connection, close } of filled) {
    await connection.close();
    await close();
  }
  const held = (what: string, title: string, against: string, bound: number) => {
    const [before, after] = times[what] as [number[], number[]];
    return row('growth', `${title}, ${name}`, 'ms', median(after), {
      against,
      reference: median(before),
      target: ratioAtMost(bound),
    });
  };
  return [
    held('claim', 'one claim among 1 M future deliveries', 'among 1 k', 2),
    held('list', 'list of 10 among 1 M posts', 'among 1 k', 1.3),
    held('key', 'key look-up among 100 k keys and 1 M posts', 'among 1 k', 1.3),
  ];
}

async function fill(env: Environment, posts: number, keys: number) {
  const joined = await openApp(readConfig(env), pino({ level: 'warn' }));
  const { app } = joined;
  const workspaceId = randomUUID();
  await insertWorkspace(app.db.query, { id: workspaceId, name: 'Bench', created_at: 0 });
  const connection: Connection = await connectTo(env);
  const accountId = randomUUID();
  await connection.insert('accounts', [
    {
      id: accountId,
      workspace_id: workspaceId,
      mode: 'test',
      platform: 'bluesky',
      external_id: 'bench',
      name: 'Bench',
      username: null,
      state: 'active',
      credentials: '',
      settings: '{}',
      busy_until: 0,
      created_at: 0,
    },
  ]);
  await addFuturePosts(connection, { workspaceId, accountId, count: posts });
  await addKeys(connection, workspaceId, keys);
  await connection.settleDown();
  const known = await connection.all<{ hash: string }>('select hash from api_keys limit 500');
  const caller: Caller = { keyId: hash('sha1', 'bench'), workspaceId, mode: 'test' };
  const hashes = known.map((key) => key.hash);
  return { app, caller, connection, hashes, close: () => joined.close() };
}

async function claimOne(db: Db): Promise<void> {
  const now = Date.now();
  const rows = await db.claim({
    worker: 'bench',
    now,
    horizon: now + 2_000,
    until: now + 30_000,
    limit: 500,
    platforms: platformIds,
  });
  if (rows.length !== 1) throw new Error(`one row expected, ${rows.length} claimed`);
}
