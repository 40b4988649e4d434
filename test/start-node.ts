import { after } from 'node:test';
import { type Logger, pino } from 'pino';
import type { Parts } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { createKey } from '../src/keys/create-key.ts';
import { type Running, serve } from '../src/serve.ts';
import { firstWorkspace } from '../src/store/workspaces.ts';
import type { TestDatabase } from './databases.ts';
import { callTool, patient, type ToolAnswer } from './start-app.ts';

export interface Node extends Running {
  readonly workspaceId: string;
  readonly key: string;
  call(tool: string, args?: unknown): Promise<ToolAnswer>;
  ended(postId: string): Promise<PostStatus>;
}

const open = new Set<() => Promise<void>>();
// A test that fails leaves its nodes behind; they must not keep the file from ending.
after(() => Promise.all([...open].map((stop) => stop())));

/** One process of possibly several on a database that outlives it. */
export async function startNode(
  database: TestDatabase,
  options: { env?: Record<string, string>; log?: Logger; parts?: Parts; key?: string } = {},
): Promise<Node> {
  const env = {
    PORT: '0',
    POSTBOTE_LOG: 'silent',
    POSTBOTE_RATE_LIMIT: 'off',
    ...database.env,
    ...options.env,
  };
  const config = readConfig(env);
  const parts = { publisher: patient(config), ...options.parts };
  const running = await serve(config, options.log ?? pino({ level: config.logLevel }), parts);
  let stopped: Promise<void> | null = null;
  const stop = () => {
    open.delete(stop);
    stopped ??= running.stop();
    return stopped;
  };
  open.add(stop);
  const workspaceId = String((await firstWorkspace(running.app.db.query))?.id);
  const key = options.key ?? (await createKey(running.app, workspaceId, { mode: 'test', name: 'node' })).key;
  const call = (tool: string, args: unknown = {}) => callTool(running.url, key, tool, args);
  return { ...running, stop, workspaceId, key, call, ended: (postId) => waitForEnd(call, postId) };
}

/** Asks until every variant has come to its end. */
export async function waitForEnd(
  call: (tool: string, args: unknown) => Promise<ToolAnswer>,
  postId: string,
): Promise<PostStatus> {
  return waitFor(`the end of post ${postId}`, async () => {
    const status = (await call('get_post_status', { post_id: postId })).data as unknown as PostStatus;
    return status.variants.every((one) => !['pending', 'publishing'].includes(one.status)) && status;
  });
}

/** Asks every 20 ms until the answer is something. */
export async function waitFor<T>(what: string, ask: () => Promise<T | false | null | undefined>): Promise<T> {
  for (let looks = 0; looks < 6000; looks += 1) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** How far ahead a clock has to be so that no quota's day ends in the next hour of it, whatever time it is now. */
export function farFromMidnight(): number {
  const hour = 60 * 60 * 1000;
  const zones = ['UTC', 'America/Los_Angeles'];
  const endsSoon = (at: number) =>
    zones.some((timeZone) => [at, at + hour].some((moment) => /^(23|00|24)/.test(inZone(moment, timeZone))));
  const inZone = (at: number, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(at);
  let aheadMs = 0;
  while (endsSoon(Date.now() + aheadMs)) aheadMs += hour;
  return aheadMs;
}

/** `speed` times as fast as real time, and `aheadMs` ahead of it at this moment. */
export function fastClock(speed = 60, aheadMs = 0): { POSTBOTE_CLOCK: string } {
  return { POSTBOTE_CLOCK: `${speed}@${Math.round(Date.now() - aheadMs / (speed - 1))}` };
}
