import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { connectWithPassword } from '../../src/accounts/connect-with-password.ts';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { formatTime } from '../../src/contract/parse-time.ts';
import { firstStart } from '../../src/first-start.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { createPost } from '../../src/posts/create-post.ts';
import { firstWorkspace } from '../../src/store/workspaces.ts';
import { contactFiles, type Moment, momentsOf } from '../../test/crash/cases.ts';
import { planContacts } from '../../test/crash/contact-names.ts';
import { makeDatabase } from '../../test/databases.ts';
import { openServer, type RealAccount, type RealServer } from './open-server.ts';
import { platformsAt } from './start-service.ts';

/** Thirty times as fast: the lease of a killed worker is over in a second. */
const clock = `30@${Date.now()}`;
const root = join(import.meta.dirname, '../..');
const silent = pino({ level: 'silent' });
let server: RealServer;
let hosts: Record<string, string>;

before(async () => {
  server = await openServer();
  hosts = { pds: server.pds, plc: server.plc, appview: server.pds };
});
after(() => server?.close());

/** A fresh installation with one account and one post that is due. */
async function prepare(account: RealAccount, content: string) {
  const database = await makeDatabase('sqlite');
  const env = {
    ...database.env,
    PORT: '0',
    POSTBOTE_LOG: 'silent',
    POSTBOTE_CLOCK: clock,
    POSTBOTE_SANDBOX: 'off',
  };
  const open = () => openApp(readConfig(env), silent, { platforms: platformsAt(hosts) });
  const joined = await open();
  await firstStart(joined.app);
  const workspaceId = (await firstWorkspace(joined.app.db.query))?.id ?? '';
  const owner = { workspaceId, mode: 'live' as const };
  const { handle: identifier, appPassword } = account;
  await connectWithPassword(joined.app, owner, 'bluesky', { identifier, appPassword });
  await createKey(joined.app, workspaceId, { mode: 'live', name: 'crash' });
  const { id: keyId } = await joined.app.db.query
    .selectFrom('api_keys')
    .select('id')
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow();
  const { id: accountId } = await joined.app.db.query
    .selectFrom('accounts')
    .select('id')
    .where('external_id', '=', account.did)
    .executeTakeFirstOrThrow();
  const scheduled_at = formatTime(joined.app.clock.now());
  const args = { content, account_ids: [accountId], scheduled_at };
  await createPost(joined.app, { keyId, ...owner }, args);
  await joined.close();
  return { env, open, drop: () => database.drop() };
}

/** Runs the publisher in a process that kills itself at this moment, or to the end; answers what it touched on the way. */
async function runAndKill(env: Record<string, string>, moment: Moment | null) {
  const { env: files, read, forget } = contactFiles(moment);
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'test/crash/contacts.ts'), join(import.meta.dirname, 'worker.ts')],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        REAL_HOSTS: JSON.stringify(hosts),
        ...env,
        ...files,
        NODE_COMPILE_CACHE: join(tmpdir(), 'postbote-compile-cache'),
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  const [code, signal] = await once(child, 'exit');
  assert.ok(signal === 'SIGKILL' || code === 0, `the publisher ended with ${code} ${signal}`);
  const seen = read();
  forget();
  return seen;
}

async function finish(open: Awaited<ReturnType<typeof prepare>>['open']): Promise<string> {
  const joined = await open();
  try {
    await joined.startPublisher();
    for (let looks = 0; looks < 1000; looks += 1) {
      const rows = await joined.app.db.query.selectFrom('deliveries').select('state').execute();
      const state = rows[0]?.state ?? '';
      if (!['pending', 'publishing'].includes(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return 'no end';
  } finally {
    await joined.close();
  }
}

// keeps: bluesky.real
test('killed at any contact with disk and wire, the post is there exactly once', async (t) => {
  const account = await server.createAccount();
  const publishOnce = async (content: string, moment: Moment | null) => {
    const { env, open, drop } = await prepare(account, content);
    const seen = await runAndKill(env, moment);
    const state = await finish(open);
    const live = (await server.records(account.did)).filter(({ value }) => value.text === content);
    assert.deepEqual([state, live.length], ['published', 1], content);
    await drop();
    return seen;
  };
  const { contacts } = await publishOnce('Nur einmal, ungestört', null);
  const moments = momentsOf(planContacts(contacts));
  for (const kind of ['disk', 'wire POST']) assert.ok(contacts.some((name) => name.startsWith(kind)));
  for (const { at, side } of moments) {
    const { struck } = await publishOnce(`Nur einmal: ${side} ${at}`, { at, side });
    assert.ok(struck, `killed ${side} ${at}`);
  }
  t.diagnostic(`${moments.length} kills`);
});
