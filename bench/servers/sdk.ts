import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type JSONRPCMessage, McpServer, PerRequestHTTPServerTransport } from '@modelcontextprotocol/server';
import { pino } from 'pino';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Caller } from '../../src/context.ts';
import { verifyKey } from '../../src/keys/verify-key.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { noopTool } from '../preload/noop-tool.ts';

/** The official SDK as it is meant to be used without sessions: a new server and transport for each request. */
const { app } = await openApp(readConfig(process.env), pino({ level: 'warn' }));

function buildServer(caller: Caller): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  for (const tool of [...tools, noopTool]) {
    const { title, description, inputSchema, outputSchema, annotations } = tool;
    server.registerTool(
      tool.name,
      { title, description, inputSchema, outputSchema, annotations },
      async (args: unknown) => {
        const data = await tool.run(app, caller, args);
        const structuredContent = (tool.listName ? { [tool.listName]: data } : data) as Record<
          string,
          unknown
        >;
        return { content: [{ type: 'text' as const, text: JSON.stringify(data) }], structuredContent };
      },
    );
  }
  return server;
}

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(req)) as JSONRPCMessage;
  const caller = await verifyKey(app, req.headers.authorization?.slice('Bearer '.length) ?? '');
  if (!caller) {
    res.writeHead(401).end();
    return;
  }
  const transport = new PerRequestHTTPServerTransport({
    classification: { era: 'legacy' },
    responseMode: 'json',
  });
  await buildServer(caller).connect(transport);
  const response = await transport.handleMessage(body as Parameters<typeof transport.handleMessage>[0]);
  const json = await response.text();
  res.writeHead(response.status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(json)),
  ]);
  res.end(json);
}

const server = createServer((req, res) => {
  serve(req, res).catch((error) => {
    console.error(error);
    res.destroy();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
