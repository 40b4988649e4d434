import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { addSandboxAccount } from '../../src/accounts/add-sandbox-accounts.ts';
import { beginConnect } from '../../src/accounts/begin-connect.ts';
import { finishConnect } from '../../src/accounts/finish-connect.ts';
import { askHosts } from '../../src/accounts/sandbox-hosts.ts';
import { openApp, type Parts } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { App, Caller } from '../../src/context.ts';
import { formatTime } from '../../src/contract/parse-time.ts';
import { createPost } from '../../src/posts/create-post.ts';
import { settleUnconfirmed } from '../../src/posts/settle-unconfirmed.ts';
import { serve } from '../../src/serve.ts';
import { firstWorkspace } from '../../src/store/workspaces.ts';
import { type DatabaseKind, makeDatabase } from '../databases.ts';
import { startFilmServer } from '../film-server.ts';
import type { Flow } from './flows.ts';

/** Thirty times as fast: a lease of 30 s lasts one second. */
const speed = 30;
/** A lease that lasts its 30 s in real time, for runs that are only watched. */
export const unhurried = { leaseMs: 30_000 * speed };
const root = join(import.meta.dirname, '../..');
const silent = pino({ level: 'silent' });

/** One sandbox for the whole matrix, and one prepared database that every case starts from a copy of. */
export interface Stage {
  readonly sandboxUrl: string;
  /** `slowSeconds`: the platform takes so much longer over media, so that it is asked more than once. */
  newCase(flow: Flow, slowSeconds?: number): Promise<Case>;
  close(): Promise<void>;
}

export interface Case {
  readonly postId: string;
  readonly env: Record<string, string>;
  /** Runs the service in this process until the post has come to an end; `parts` may spoil it. */
  finish(parts?: Parts): Promise<Ending>;
  /** Starts the service as a process of its own. */
  spawn(env?: Record<string, string>): ChildProcess;
  /** Resolves when another process has brought the post to an end, or at `stop`. */
  ended(stop: AbortSignal): Promise<void>;
  /** What other processes brought it to. */
  end(): Promise<Ending>;
  drop(): Promise<void>;
}

export interface Ending {
  readonly state: string;
  /** The sandbox was asked, as the owner would look at the profile, and told the service what to do. */
  readonly byPerson: boolean;
  readonly live: number;
}

let cases = 0;

export async function openStage(kind: DatabaseKind): Promise<Stage> {
  const epoch = Date.now();
  const sandbox = await startSandbox(epoch);
  const films = await startFilmServer();
  const template = await makeDatabase(kind);
  const base = {
    ...template.env,
    PORT: '0',
    POSTBOTE_LOG: 'silent',
    POSTBOTE_RATE_LIMIT: 'off',
    POSTBOTE_SANDBOX_URL: sandbox.url,
    POSTBOTE_CLOCK: `${speed}@${epoch}`,
    POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.0/8',
  };
  const first = await serve(readConfig(base), silent);
  await first.stop();
  const hosts = await askHosts(sandbox.url);

  return {
    sandboxUrl: sandbox.url,
    async newCase(flow, slowSeconds = 0) {
      const copy = await copyDatabase(kind, template);
      const env = { ...base, ...copy.env };
      const joined = await openApp(readConfig(env), silent);
      joined.useSandbox(sandbox.url, hosts);
      const workspace = await firstWorkspace(joined.app.db.query);
      cases += 1;
      const username = `case${process.pid}x${cases}`;
      const caller: Caller = {
        keyId: await anyKey(joined.app),
        workspaceId: workspace?.id ?? '',
        mode: 'test',
      };
      const add = (name: string) =>
        addSandboxAccount(joined.app, sandbox.url, caller.workspaceId, {
          platform: flow.platform,
          username: name,
          name,
        });
      const ownId = await add(username);
      const accountId = flow.pageName === undefined ? ownId : await add(`${username}${flow.pageName}`);
      if (flow.login === 'oauth') await signInByOAuth(joined.app, caller, accountId);
      const media = `${sandbox.url}/media/`;
      if (flow.settings) await addSettings(joined.app, accountId, flow.settings);
      const handle = await handleOf(joined.app, accountId);
      if (slowSeconds > 0) await slowDown(sandbox.url, flow.platform, handle, slowSeconds);
      const post = await createPost(joined.app, caller, {
        ...flow.post(media, (mebibytes) => films.film(mebibytes * 1024 * 1024)),
        account_ids: [accountId],
        scheduled_at: formatTime(joined.app.clock.now()),
      });
      await joined.close();

      const live = () => countLive(sandbox.url, flow.platform, handle);
      return {
        postId: post.id,
        env,
        spawn: (more = {}) =>
          spawn(
            process.execPath,
            ['--import', join(root, 'test/crash/contacts.ts'), join(root, 'test/crash/worker.ts')],
            {
              cwd: root,
              env: {
                PATH: process.env.PATH ?? '',
                NODE_COMPILE_CACHE: join(tmpdir(), 'postbote-compile-cache'),
                CRASH_HOSTS: JSON.stringify(hosts),
                ...env,
                ...more,
              },
              stdio: ['pipe', 'ignore', 'inherit'],
            },
          ),
        async finish(parts) {
          const again = await openApp(readConfig(env), silent, parts);
          again.useSandbox(sandbox.url, hosts);
          await again.startPublisher(parts?.publisher);
          try {
            return await endOf(again.app, caller, post.id, accountId, live);
          } finally {
            await again.close();
          }
        },
        async ended(stop) {
          const opened = await openApp(readConfig(env), silent);
          try {
            while (!stop.aborted && ['pending', 'publishing'].includes(await stateOf(opened.app, post.id))) {
              await new Promise((resolve) => setTimeout(resolve, 25));
            }
          } finally {
            await opened.close();
          }
        },
        async end() {
          const opened = await openApp(readConfig(env), silent);
          try {
            return await endOf(opened.app, caller, post.id, accountId, live);
          } finally {
            await opened.close();
          }
        },
        drop: copy.drop,
      };
    },
    async close() {
      sandbox.stop();
      await films.close();
      await template.drop();
    },
  };
}

/** The same account, signed in through the platform's page. */
async function signInByOAuth(app: App, owner: Caller, accountId: string): Promise<void> {
  const username = await handleOf(app, accountId);
  const redirectUri = 'http://127.0.0.1/connect/bluesky/callback';
  const { url } = await beginConnect(app, owner, { platform: 'bluesky', redirectUri, typed: username });
  const body = new URLSearchParams({ decision: 'allow', username });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '').searchParams;
  const given = (name: string) => back.get(name) ?? '';
  await finishConnect(app, { state: given('state'), code: given('code'), issuer: given('iss') });
}

async function endOf(
  app: App,
  caller: Caller,
  postId: string,
  accountId: string,
  live: () => Promise<number>,
): Promise<Ending> {
  // On a busy machine a request may run out of its time more than once, and its owner look again.
  let decisions = 0;
  for (let looks = 0; looks < 12_000; looks += 1) {
    const state = await stateOf(app, postId);
    if (state === 'unconfirmed' && decisions < 8) {
      decisions += 1;
      const decision = (await live()) > 0 ? 'it_is_there' : 'post_it_again';
      await settleUnconfirmed(app, caller, { postId, accountId, decision });
    } else if (['published', 'failed', 'unconfirmed', 'canceled'].includes(state)) {
      return { state, byPerson: decisions > 0, live: await live() };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { state: await stateOf(app, postId), byPerson: decisions > 0, live: await live() };
}

async function stateOf(app: App, postId: string): Promise<string> {
  const row = await app.db.query
    .selectFrom('deliveries')
    .select('state')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return row.state;
}

async function handleOf(app: App, accountId: string): Promise<string> {
  const row = await app.db.query
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.username ?? '';
}

async function addSettings(
  app: App,
  accountId: string,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const { query } = app.db;
  const account = query.selectFrom('accounts').select('settings').where('id', '=', accountId);
  const { settings } = await account.executeTakeFirstOrThrow();
  const all = JSON.stringify({ ...JSON.parse(settings), ...more });
  await query.updateTable('accounts').set({ settings: all }).where('id', '=', accountId).execute();
}

async function anyKey(app: App): Promise<string> {
  return (await app.db.query.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()).id;
}

/** Each file more than the one before: else the wait for the first covers the second, which is then never waited for. */
async function slowDown(url: string, platform: string, account: string, seconds: number): Promise<void> {
  for (const times of [1, 1.5, 2]) {
    const response = await fetch(`${url}/api/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        platform,
        account,
        fault: 'slow_processing',
        seconds: seconds * times,
        times: 1,
      }),
    });
    if (!response.ok) throw new Error(`not slowed down: ${await response.text()}`);
  }
}

async function countLive(sandboxUrl: string, platform: string, account: string): Promise<number> {
  const response = await fetch(`${sandboxUrl}/api/posts?platform=${platform}&account=${account}`);
  const { total } = (await response.json()) as { total: number };
  return total;
}

async function copyDatabase(
  kind: DatabaseKind,
  template: { dataDir: string; env: Record<string, string> },
): Promise<{ env: Record<string, string>; drop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postbote-case-'));
  cpSync(template.dataDir, dataDir, { recursive: true });
  const forget = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'sqlite') return { env: { POSTBOTE_DATA: dataDir }, drop: async () => forget() };
  cases += 1;
  const url = new URL(template.env.DATABASE_URL ?? '');
  const from = url.pathname.slice(1);
  const name = `${from}_c${cases}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name} template ${from}`);
  url.pathname = `/${name}`;
  return {
    env: { POSTBOTE_DATA: dataDir, DATABASE_URL: String(url) },
    async drop() {
      forget();
      await run(`drop database if exists ${name} with (force)`);
    },
  };
}

async function startSandbox(epoch: number): Promise<{ url: string; stop(): void }> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'sandbox/main.ts'),
      '--port',
      '0',
      '--clock-speed',
      String(speed),
      '--clock-epoch',
      String(epoch),
      // The matrix publishes more to one account than any platform allows.
      '--no-quotas',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk))),
  );
  return { url: `${JSON.parse(line).url}/sandbox`, stop: () => child.kill('SIGKILL') };
}
