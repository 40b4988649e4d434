import { pino } from 'pino';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { verifyKey } from '../src/keys/verify-key.ts';
import { listPosts } from '../src/posts/list-posts.ts';
import type { Bench } from './bench.ts';
import { captureQueries } from './captured-queries.ts';
import { startChild } from './child.ts';
import { connectTo, type Environment } from './connection.ts';
import { answerOf, callTool, measureInTurns, type Variant } from './load.ts';
import { median, pairedRatio, type Row, ratioAtLeast, row } from './report.ts';
import { addFuturePosts } from './seed.ts';
import { startPostbote } from './servers/postbote.ts';

const message = callTool('list_scheduled_posts', { limit: 10 });

/** A tool call that reads the database, against bare node:http that sends the database the same statements. */
export async function read(bench: Bench): Promise<Row[]> {
  const sqlite = { POSTBOTE_DATA: bench.folder('read') };
  const database = await bench.database('read');
  const postgres = { POSTBOTE_DATA: bench.folder('read'), DATABASE_URL: database };
  return [
    ...(await readOn(bench, 'SQLite', sqlite, ratioAtLeast(0.5))),
    ...(await readOn(bench, 'PostgreSQL', postgres)),
  ];
}

async function readOn(
  bench: Bench,
  name: string,
  env: Environment,
  target?: ReturnType<typeof ratioAtLeast>,
): Promise<Row[]> {
  const { child, port, key } = await startPostbote(env);
  await fill(env);
  const bare = startChild('bench/servers/bare-read.ts', { env, args: await statements(env, key) });
  try {
    const ours: Variant = { server: child, port, path: '/mcp', key, message };
    const theirs: Variant = { ...ours, server: bare, port: Number((await bare.says(/port (\d+)/))[1]) };
    if ((await answerOf(ours)) !== (await answerOf(theirs)))
      throw new Error('the two do not answer the same');
    const samples = await measureInTurns({ ours, bare: theirs }, { rounds: bench.rounds(5), ms: 800 });
    const cpu = (of: 'ours' | 'bare') => samples[of].map((sample) => sample.cpuMicros);
    const rate = (of: 'ours' | 'bare') => samples[of].map((sample) => sample.perSecond);
    const against = 'bare node:http, same SQL';
    const title = `list_scheduled_posts, ${name}`;
    return [
      row('read', title, 'µs CPU', median(cpu('ours')), {
        against,
        reference: median(cpu('bare')),
        ratio: pairedRatio(cpu('bare'), cpu('ours')),
        target,
      }),
      row('read', title, 'req/s', median(rate('ours')), {
        against,
        reference: median(rate('bare')),
        ratio: pairedRatio(rate('ours'), rate('bare')),
      }),
    ];
  } finally {
    await Promise.all([child.stop(), bare.stop()]);
  }
}

async function fill(env: Environment): Promise<void> {
  const connection = await connectTo(env);
  const [account] = await connection.all<{ id: string; workspace_id: string }>(
    "select id, workspace_id from accounts where platform = 'bluesky'",
  );
  if (!account) throw new Error('no sandbox account');
  await addFuturePosts(connection, {
    workspaceId: account.workspace_id,
    accountId: account.id,
    count: 1_000,
  });
  await connection.settleDown();
  await connection.close();
}

/** The key look-up, the ids, the posts. */
async function statements(env: Environment, key: string): Promise<string[]> {
  const joined = await openApp(readConfig(env), pino({ level: 'silent' }));
  const { app } = joined;
  try {
    const caller = await verifyKey(app, key);
    if (!caller) throw new Error('unknown key');
    // Within one turn of the event loop a key is looked up once.
    await new Promise(setImmediate);
    const ofKey = await captureQueries(async () => verifyKey(app, key));
    const ofList = await captureQueries(() => listPosts(app, caller, { limit: 10 }));
    const texts = [...ofKey, ...ofList].map(({ sql }) => sql);
    if (texts.length !== 3) throw new Error(`three statements expected: ${texts.join('; ')}`);
    return texts;
  } finally {
    await joined.close();
  }
}
