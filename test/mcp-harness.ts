import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import type { App } from '../src/context.ts';
import { createKey } from '../src/keys/create-key.ts';
import { saveAccount } from '../src/store/accounts.ts';
import { insertWorkspace } from '../src/store/workspaces.ts';
import { createHttpServer, type HttpOptions } from '../src/web/server.ts';

/** The real rooms on the embedded database behind a real HTTP server; no worker, so nothing is published. */
export interface Door {
  readonly app: App;
  readonly server: Server;
  readonly url: string;
  readonly key: string;
  readonly keyId: string;
  readonly workspaceId: string;
  readonly accountIds: readonly string[];
  /** Everything that was logged, at the finest level. */
  logged(): string;
  close(): Promise<void>;
}

export async function startDoor(settings: Partial<Config> = {}, options: HttpOptions = {}): Promise<Door> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postbote-door-'));
  const config = { ...readConfig({ POSTBOTE_DATA: dataDir, PORT: '0', POSTBOTE_LOG: 'debug' }), ...settings };
  let lines = '';
  const log = pino({ level: config.logLevel }, { write: (line: string) => (lines += line) });
  const joined = await openApp(config, log);
  const { app } = joined;
  const { db, clock } = app;
  const workspaceId = randomUUID();
  await insertWorkspace(db.query, { id: workspaceId, name: 'Test', created_at: clock.now() });
  const accountIds: string[] = [];
  for (const platform of ['bluesky', 'twitter'] as const) {
    accountIds.push(
      await saveAccount(db.query, {
        id: randomUUID(),
        workspace_id: workspaceId,
        mode: 'test',
        platform,
        name: `Anna auf ${platform}`,
        username: platform === 'twitter' ? null : 'anna.test',
        external_id: `anna-${platform}`,
        state: 'active',
        settings: '{}',
        credentials: '',
        created_at: clock.now(),
      }),
    );
  }
  const created = await createKey(app, workspaceId, { mode: 'test', name: 'Test' });
  const server = createHttpServer(app, options);
  await new Promise<void>((resolve) => server.listen(0, config.host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    app,
    server,
    url: `http://${config.host}:${port}`,
    key: created.key,
    keyId: created.id,
    workspaceId,
    accountIds,
    logged: () => lines,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await joined.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Below fetch, which forbids some headers and follows rules of its own. */
export function send(url: string, path: string, sending: Sending = {}): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, path, method: sending.method ?? 'GET', headers: sending.headers ?? {} },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json');
          const json = isJson && text !== '' ? JSON.parse(text) : undefined;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
        });
      },
    );
    request.on('error', reject);
    request.end(sending.body);
  });
}

export function post(
  door: Door,
  message: unknown,
  headers: Record<string, string> = {},
  path = `/mcp/${door.key}`,
): Promise<Reply> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return send(door.url, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

export const rpc = (method: string, params?: object, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

export const toolCall = (name: string, args?: unknown, id: string | number = 1) =>
  rpc('tools/call', { name, ...(args !== undefined && { arguments: args }) }, id);

/** The same request in the modern era: envelope and headers. */
export function modern(method: string, params: Record<string, unknown> = {}, id: string | number = 1) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers: Record<string, string> = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
  if (typeof params.name === 'string') headers['mcp-name'] = params.name;
  const meta = { ...envelope, ...(params._meta as object | undefined) };
  return { message: rpc(method, { ...params, _meta: meta }, id), headers };
}
