import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { hashKey } from '../src/keys/api-key.ts';
import { runPostbote } from './operator-process.ts';
import { type Stage, setStage } from './store-rows.ts';

/** All hundred of them with `npm run test:proof`. */
const rounds = process.env.PROOF === 'rest' ? 100 : 10;
const writer = join(import.meta.dirname, 'kill-rounds-writer.ts');
const between = (low: number, high: number) => low + Math.random() * (high - low);

/** A writer that has loaded and waits for its round. */
interface Loaded {
  readonly child: ChildProcess;
  readonly loaded: Promise<void>;
  /** Ids it acknowledged; complete once `ended`. */
  readonly acknowledged: string[];
  readonly ended: Promise<void>;
  onFirst: (() => void) | null;
}

let stage: Stage;
let orders: string;
const waiting: Loaded[] = [];

before(async () => {
  stage = await setStage('sqlite');
  const accountIds = [await stage.account(), await stage.account(), await stage.account()];
  const key = { workspace_id: stage.workspaceId, mode: 'test' as const, name: 'k', prefix: 'p', hash: 'h' };
  await stage.db.query
    .insertInto('api_keys')
    .values({ ...key, id: 'k1', created_at: 0, last_used_at: null, revoked_at: null })
    .execute();
  const caller = { keyId: 'k1', workspaceId: stage.workspaceId, mode: 'test' };
  orders = `${JSON.stringify({ caller, accountIds })}\n`;
});
after(async () => {
  for (const { child } of waiting) child.kill('SIGKILL');
  await stage.close();
});

function load(): Loaded {
  const child = spawn(process.execPath, [writer], {
    env: {
      PATH: process.env.PATH ?? '',
      ...stage.database.env,
      NODE_COMPILE_CACHE: join(stage.database.dataDir, 'compiled'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { promise: loaded, resolve } = Promise.withResolvers<void>();
  const lines = createInterface({ input: child.stdout });
  const one: Loaded = {
    child,
    loaded,
    acknowledged: [],
    onFirst: null,
    ended: new Promise((done) => lines.once('close', done)),
  };
  lines.once('line', () => {
    resolve();
    lines.on('line', (id) => {
      one.acknowledged.push(id);
      one.onFirst?.();
    });
  });
  return one;
}

function nextWriter(): Loaded {
  while (waiting.length < 3) waiting.push(load());
  return waiting.shift() as Loaded;
}

/** Everything acknowledged is there with all its deliveries, and nothing is there by half. */
function inspect(acknowledged: ReadonlySet<string>): void {
  const database = new DatabaseSync(join(stage.database.dataDir, 'postbote.db'));
  try {
    deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
    deepEqual(database.prepare('pragma foreign_key_check').all(), []);
    const rows = database
      .prepare(
        'select p.id, (select count(*) from deliveries d where d.post_id = p.id) as deliveries from posts p',
      )
      .all() as { id: string; deliveries: number }[];
    const half = rows.filter((row) => row.deliveries !== 3);
    deepEqual(half, []);
    const present = new Set(rows.map((row) => row.id));
    deepEqual([...acknowledged.difference(present)], []);
    // Four writers: at most four per round were stored and not yet acknowledged when the process was killed.
    ok(present.size - acknowledged.size <= rounds * 4);
  } finally {
    database.close();
  }
}

// keeps: once.acknowledged
test(`${rounds} rounds of SIGKILL under write load lose nothing that was acknowledged`, {
  timeout: 600_000,
}, async (t) => {
  const acknowledged = new Set<string>();
  const keys: string[] = [];
  let killedWhileOpening = 0;
  let commands = 0;
  const beside = async (round: number): Promise<void> => {
    commands += 1;
    if (round % 3 === 0) {
      const { code, out } = await runPostbote(stage.database, ['key', 'list', '--json']);
      equal(code, 0);
      ok(JSON.parse(out).length > keys.length);
      return;
    }
    if (round % 3 === 1) {
      // No server listens here, which the doctor says; the database is well.
      const { out } = await runPostbote(stage.database, ['doctor']);
      ok(out.includes('ok   Database: sqlite'), out);
      return;
    }
    const made = await runPostbote(stage.database, [
      'key',
      'create',
      '--mode',
      'test',
      '--name',
      `r${round}`,
      '--json',
    ]);
    equal(made.code, 0, made.err);
    keys.push(JSON.parse(made.out).key);
  };

  for (let round = 1; round <= rounds; round += 1) {
    const one = nextWriter();
    await one.loaded;
    const first = new Promise<void>((resolve) => {
      one.onFirst = resolve;
    });
    one.child.stdin?.write(orders);
    const command = round % 5 === 0 ? beside(round) : null;
    // Mostly under load; now and then while the database is being opened.
    if (round % 6 !== 1) await first;
    // Sometimes the command ends beside the load, sometimes the server dies beside the command.
    if (command && round % 2 === 0) await command;
    await new Promise((resolve) => setTimeout(resolve, between(30, 250)));
    one.child.kill('SIGKILL');
    await one.ended;
    await command;
    if (one.acknowledged.length === 0) killedWhileOpening += 1;
    for (const id of one.acknowledged) acknowledged.add(id);
    if (round % 10 === 0) inspect(acknowledged);
  }
  inspect(acknowledged);
  for (const key of keys) ok(await stage.db.findKey(hashKey(key)), 'a key that was made is gone');
  const posts = await stage.db.query.selectFrom('posts').select('id').execute();
  t.diagnostic(
    `${rounds} kills (${killedWhileOpening} before the first acknowledgement), ${acknowledged.size} acknowledged, ${posts.length} present, ${commands} operator commands beside it, ${keys.length} keys made`,
  );
});
