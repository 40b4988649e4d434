import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { experimental_createMCPClient as createAiClient } from '@ai-sdk/mcp';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Door, startDoor } from './mcp-harness.ts';

interface Result {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

/** What every client can do, whatever its own interface looks like. */
interface Connected {
  listTools(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<Result>;
  close(): Promise<void>;
}

type Connect = (url: string, headers: Record<string, string>) => Promise<Connected>;

const info = { name: 'postbote-test', version: '1.0.0' };

const officialV1: Connect = async (url, headers) => {
  const client = new ClientV1(info);
  await client.connect(new HttpV1(new URL(url), { requestInit: { headers } }));
  return {
    listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    close: () => client.close(),
  };
};

const officialV2 =
  (mode: 'legacy' | 'auto' | { pin: string }): Connect =>
  async (url, headers) => {
    const client = new ClientV2(info, { versionNegotiation: { mode } });
    await client.connect(new HttpV2(new URL(url), { requestInit: { headers } }));
    return {
      listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
      call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
      close: () => client.close(),
    };
  };

const aiSdk: Connect = async (url, headers) => {
  const client = await createAiClient({ transport: { type: 'http', url, headers } });
  const tools = await client.tools();
  return {
    listTools: async () => Object.keys(tools),
    call: async (name, args) =>
      (await tools[name]?.execute?.(args, { toolCallId: '1', messages: [] } as never)) as Result,
    close: () => client.close(),
  };
};

/** Local clients reach remote servers through it: it speaks stdio to them and HTTP to us. */
const mcpRemote: Connect = async (url, headers) => {
  const home = await mkdtemp(join(tmpdir(), 'mcp-remote-'));
  const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`]);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      'node_modules/mcp-remote/dist/proxy.js',
      url,
      '--allow-http',
      '--transport',
      'http-only',
      ...given,
    ],
    env: { PATH: process.env.PATH ?? '', HOME: home },
    stderr: 'ignore',
  });
  const client = new ClientV1(info);
  await client.connect(transport);
  return {
    listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    close: async () => {
      await client.close();
      await rm(home, { recursive: true, force: true });
    },
  };
};

const clients: Record<string, Connect> = {
  'official client v1': officialV1,
  'official client v2, legacy': officialV2('legacy'),
  'official client v2, auto': officialV2('auto'),
  'official client v2, 2026-07-28 only': officialV2({ pin: '2026-07-28' }),
  '@ai-sdk/mcp': aiSdk,
  'mcp-remote': mcpRemote,
};

describe('real clients', () => {
  let door: Door;
  before(async () => {
    door = await startDoor();
  });
  after(() => door.close());

  for (const [name, connect] of Object.entries(clients)) {
    for (const where of ['header', 'path'] as const) {
      // keeps: door.clients
      it(`${name}, key in the ${where}`, { timeout: 240_000 }, async () => {
        const url = where === 'path' ? `${door.url}/mcp/${door.key}` : `${door.url}/mcp`;
        const headers: Record<string, string> =
          where === 'header' ? { Authorization: `Bearer ${door.key}` } : {};
        const client = await connect(url, headers);
        try {
          assert.equal((await client.listTools()).length, 6);
          const accounts = await client.call('list_social_accounts', {});
          assert.equal(JSON.parse(accounts.content[0]?.text ?? '').length, 2);
          const args = { content: `Von ${name}`, platforms: ['bluesky'] };
          const draft = await client.call('create_post', args);
          assert.equal(JSON.parse(draft.content[0]?.text ?? '').status, 'draft');
          const wrong = await client.call('create_post', {
            content: 'x'.repeat(281),
            platforms: ['twitter'],
          });
          assert.equal(wrong.isError, true);
          assert.equal(wrong.content[0]?.text, 'Text für twitter zu lang');
        } finally {
          await client.close();
        }
      });
    }
  }

  it('learn from a wrong key that they are not welcome', async () => {
    for (const connect of [officialV1, officialV2('legacy'), officialV2('auto'), aiSdk]) {
      await assert.rejects(
        connect(`${door.url}/mcp/pb_test_wrong`, {}),
        /401|[Uu]nauthorized|HTTP|OAuth|client/,
      );
    }
  });
});
