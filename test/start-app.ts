import { pino } from 'pino';
import { type Config, readConfig } from '../src/config.ts';
import { createKey } from '../src/keys/create-key.ts';
import { type Running, serve } from '../src/serve.ts';
import { firstWorkspace } from '../src/store/workspaces.ts';
import { type DatabaseKind, makeDatabase, type TestDatabase } from './databases.ts';

export interface TestApp extends Running {
  readonly database: TestDatabase;
  readonly workspaceId: string;
  /** A test key: sees the sandbox accounts. */
  readonly key: string;
  readonly liveKey: string;
  /** Calls a tool over HTTP as the bluntest client would. */
  call(tool: string, args?: unknown, key?: string): Promise<ToolAnswer>;
  /** Waits until every variant of the post has come to an end. */
  ended(postId: string): Promise<StatusData>;
  close(): Promise<void>;
}

export interface ToolAnswer {
  readonly status: number;
  readonly isError: boolean;
  readonly data: Record<string, unknown>;
  readonly text: string;
  readonly detail: Record<string, unknown>;
}

export interface StatusData {
  readonly status: string;
  readonly variants: {
    platform: string;
    status: string;
    error: string | null;
    error_code: string | null;
    next_action: string | null;
    public_id: string | null;
    url: string | null;
    attempts: number;
  }[];
}

/**
 * A claim lasts its 30 s in real time, however fast the clock: at sixty times the speed a machine that stands still for
 * half a second would otherwise lose it, and with it the answer of a platform.
 */
export const patient = ({ clock }: Pick<Config, 'clock'>) => ({ leaseMs: 30_000 * clock.speed });

/** The whole service in this process, on a fresh database, with its own sandbox. */
export async function startApp(
  options: {
    kind?: DatabaseKind;
    env?: Record<string, string>;
    config?: Partial<Config>;
    parts?: Parameters<typeof serve>[2];
  } = {},
): Promise<TestApp> {
  const database = await makeDatabase(options.kind ?? 'sqlite');
  const env = {
    PORT: '0',
    POSTBOTE_LOG: 'silent',
    POSTBOTE_RATE_LIMIT: 'off',
    ...database.env,
    ...options.env,
  };
  const config = { ...readConfig(env), ...options.config };
  const parts = { publisher: patient(config), ...options.parts };
  const running = await serve(config, pino({ level: config.logLevel }), parts);
  const workspace = await firstWorkspace(running.app.db.query);
  if (!workspace) throw new Error('no workspace after the first start');
  const key = (await createKey(running.app, workspace.id, { mode: 'test', name: 'test' })).key;
  const liveKey = (await createKey(running.app, workspace.id, { mode: 'live', name: 'live' })).key;

  const call = (tool: string, args: unknown = {}, with_: string = key) =>
    callTool(running.url, with_, tool, args);
  return {
    ...running,
    database,
    workspaceId: workspace.id,
    key,
    liveKey,
    call,
    async ended(postId) {
      for (let looks = 0; looks < 6000; looks += 1) {
        const { data } = await call('get_post_status', { post_id: postId });
        const status = data as unknown as StatusData;
        if (status.variants.every((one) => !['pending', 'publishing'].includes(one.status))) return status;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`post ${postId} did not come to an end`);
    },
    async close() {
      await running.stop();
      await database.drop();
    },
  };
}

export async function callTool(url: string, key: string, tool: string, args: unknown): Promise<ToolAnswer> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    }),
  });
  const { result } = (await response.json()) as {
    result: { isError?: boolean; content: { text: string }[] };
  };
  const isError = result.isError === true;
  const text = result.content[0]?.text ?? '';
  return {
    status: response.status,
    isError,
    text,
    data: isError ? {} : JSON.parse(text),
    detail: isError && result.content[1] ? JSON.parse(result.content[1].text) : {},
  };
}
