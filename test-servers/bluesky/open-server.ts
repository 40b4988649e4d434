import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RealServer {
  readonly pds: string;
  readonly plc: string;
  readonly jwtSecret: string;
  /** A fresh account with an app password. */
  createAccount(): Promise<RealAccount>;
  /** The server reaches this origin of the pretend internet there. */
  map(origin: string, there: string): Promise<void>;
  /** What is in an account's repository, newest first. */
  records(did: string): Promise<Record_[]>;
  close(): Promise<void>;
}

export interface RealAccount {
  readonly did: string;
  readonly handle: string;
  readonly password: string;
  readonly appPassword: string;
  /** Of the main password: may do everything. */
  readonly token: string;
}

export interface Record_ {
  readonly uri: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
  readonly value: any;
}

/** Starts Bluesky's server on free ports with empty data. */
export async function openServer(): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-pds-'));
  const jwtSecret = randomBytes(16).toString('hex');
  const child = fork(join(import.meta.dirname, 'server.ts'), [folder, jwtSecret], {
    env: { PATH: process.env.PATH, LOG_ENABLED: 'false', NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { pds, plc } = await firstMessage(child);
  const call = async (name: string, body: unknown, token?: string) => {
    const response = await fetch(`${pds}/xrpc/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  return {
    pds,
    plc,
    jwtSecret,
    async createAccount() {
      const name = `t${randomBytes(6).toString('hex')}`;
      const handle = `${name}.test`;
      const password = randomBytes(9).toString('base64url');
      const email = `${name}@example.com`;
      const made = await call('com.atproto.server.createAccount', { handle, email, password });
      const token = String(made.accessJwt);
      const app = await call('com.atproto.server.createAppPassword', { name: 'postbote' }, token);
      return { did: String(made.did), handle, password, appPassword: String(app.password), token };
    },
    async map(origin, there) {
      child.send({ map: { [origin]: there } });
      await once(child, 'message');
    },
    async records(did) {
      const query = new URLSearchParams({ repo: did, collection: 'app.bsky.feed.post', limit: '100' });
      const response = await fetch(`${pds}/xrpc/com.atproto.repo.listRecords?${query}`);
      return ((await response.json()) as { records: Record_[] }).records;
    },
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function firstMessage(child: ChildProcess): Promise<{ pds: string; plc: string }> {
  const told = once(child, 'message').then(([message]) => message);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it listened`);
  });
  return Promise.race([told, ended]);
}
