import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { type ZodType, z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import type { App, Caller } from '../context.ts';
import { quoteName } from './redact-keys.ts';
import { runTool } from './run-tool.ts';
import { tools, toolsByName } from './tools/index.ts';

const serverInfo = { name: 'postbote-mcp', title: 'Postbote', version: packageJson.version };

const instructions = [
  'Postbote drafts, schedules and publishes social-media posts.',
  'Start with list_social_accounts; its ids and platforms are the possible targets.',
  'create_post saves a draft or plans a post, publish_now makes it public at once, get_post_status tells what became of it.',
  'Messages for the user are German; codes and next_action are English and meant for you.',
].join(' ');

/** The list never changes while the process runs, and it is the same for every key. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

const toolList = {
  tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: jsonSchema(inputSchema),
    outputSchema: jsonSchema(outputSchema),
    annotations: { title, ...annotations },
  })),
} as ListToolsResult;

/**
 * The official SDK's server for one request. The low-level class, because the high-level one would word
 * argument errors itself; ours come from the use cases. `message` is the request as it came, because the SDK's
 * parsing drops a field named `__proto__`, and no argument may be dropped.
 */
export function createSdkServer(app: App, caller: Caller, message: unknown): Server {
  const server = new Server(serverInfo, {
    capabilities: { tools: { listChanged: false } },
    instructions,
    cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
  });
  server.setRequestHandler('tools/list', (request) => {
    if (request.params?.cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor: the tool list has one page');
    }
    return toolList;
  });
  server.setRequestHandler('tools/call', async (request) => {
    const tool = toolsByName.get(request.params.name);
    if (tool === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${quoteName(request.params.name)}`,
      );
    }
    const { params } = message as { params?: { arguments?: unknown } };
    return JSON.parse(await runTool(app, caller, tool, params?.arguments)) as CallToolResult;
  });
  return server;
}

/**
 * Without `$schema`, which several clients refuse. Always the `input` form: the `output` form forbids further
 * fields, and a client that validates would then break on every field we add.
 */
function jsonSchema(schema: ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
