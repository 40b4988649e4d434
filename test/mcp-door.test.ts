import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tools } from '../src/mcp/tools/index.ts';
import { type Door, modern, post, rpc, send, startDoor, toolCall } from './mcp-harness.ts';

describe('the MCP endpoint', () => {
  let door: Door;
  before(async () => {
    door = await startDoor({ rateLimit: null });
  });
  after(() => door.close());

  // keeps: door.stateless
  it('answers a bare tools/call without initialize, session or further headers', async () => {
    const reply = await post(door, toolCall('list_social_accounts'));
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-type'], 'application/json');
    assert.equal(reply.headers['mcp-session-id'], undefined);
    assert.equal(reply.json.id, 1);
    const [content] = reply.json.result.content;
    assert.deepEqual(JSON.parse(content.text), reply.json.result.structuredContent.accounts);
  });

  it('serves /mcp, /mcp/, /mcp/KEY and /mcp/KEY/ alike, with a query too', async () => {
    const header = { authorization: `Bearer ${door.key}` };
    const expected = (await post(door, toolCall('list_social_accounts'))).text;
    for (const [path, headers] of [
      ['/mcp', header],
      ['/mcp/', header],
      ['/mcp?x=1', { authorization: `bearer ${door.key}` }],
      [`/mcp/${door.key}`, {}],
      [`/mcp/${door.key}/`, {}],
      [`/mcp/${door.key}?x=1`, {}],
    ] as const) {
      const reply = await post(door, toolCall('list_social_accounts'), headers, path);
      assert.equal(reply.status, 200, path);
      assert.equal(reply.text, expected, path);
    }
  });

  // keeps: door.accept
  it('never refuses for Accept', async () => {
    const wanted = ['*/*', 'application/json', 'application/json, text/event-stream', 'text/html', ''];
    for (const accept of wanted) {
      const reply = await post(door, rpc('ping'), { accept });
      assert.equal(reply.status, 200, accept);
      assert.deepEqual(reply.json, { jsonrpc: '2.0', id: 1, result: {} });
    }
  });

  it('sends the same answer as one event when only an event stream is accepted', async () => {
    const json = await post(door, toolCall('list_social_accounts'));
    for (const message of [toolCall('list_social_accounts'), rpc('initialize', initializing('2025-11-25'))]) {
      const reply = await post(door, message, { accept: 'text/event-stream' });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers['content-type'], 'text/event-stream');
      assert.match(reply.text, /^event: message\ndata: \{.*\}\n\n$/);
    }
    const event = await post(door, toolCall('list_social_accounts'), { accept: 'text/event-stream' });
    assert.equal(event.text, `event: message\ndata: ${json.text}\n\n`);
  });

  // keeps: door.content-type
  it('takes JSON with parameters and refuses other content types with 415', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;']) {
      assert.equal((await post(door, rpc('ping'), { 'content-type': type })).status, 200, type);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json, application/json']) {
      assert.equal((await post(door, rpc('ping'), { 'content-type': type })).status, 415, type);
    }
    const bare = await send(door.url, `/mcp/${door.key}`, { method: 'POST', body: '{}' });
    assert.equal(bare.status, 415);
    assert.equal((await post(door, rpc('ping'), { 'content-encoding': 'gzip' })).status, 415);
  });

  // keeps: door.content-type
  it('refuses a body over 1 MiB with 413, announced or streamed, and keeps the connection', async () => {
    const filler = (bytes: number) => toolCall('create_post', { content: 'x'.repeat(bytes) });
    assert.equal((await post(door, filler(1024 * 1024))).status, 413);
    assert.equal((await post(door, filler(3 * 1024 * 1024), { 'transfer-encoding': 'chunked' })).status, 413);
    assert.equal((await post(door, filler(1024 * 1024 - 500))).status, 200);
  });

  it('refuses an endless body before it has come to an end', async () => {
    const reply = await send(door.url, `/mcp/${door.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(2 ** 40) },
    }).catch((error) => error);
    assert.ok(reply.status === 413 || reply.code === 'ECONNRESET', String(reply));
  });

  it('answers bad JSON with 400 and -32700', async () => {
    const notUtf8 = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    for (const body of ['', '{', 'nope', '{"jsonrpc":"2.0",}', '\u0000', notUtf8]) {
      const reply = await send(door.url, `/mcp/${door.key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      assert.equal(reply.status, 400);
      assert.equal(reply.json.error.code, -32700);
      assert.equal(reply.json.id, null);
    }
  });

  it('reads a body with a byte order mark', async () => {
    assert.equal((await post(door, `\uFEFF${JSON.stringify(rpc('ping'))}`)).status, 200);
  });

  it('answers what is no JSON-RPC message with 400 and -32600', async () => {
    const wrong = [
      null,
      1,
      'x',
      true,
      {},
      [],
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1.5, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 7 },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
      { jsonrpc: '2.0', id: 1 },
      { id: 1, method: 'ping' },
    ];
    for (const message of wrong) {
      const reply = await post(door, JSON.stringify(message));
      assert.equal(reply.status, 400, JSON.stringify(message));
      assert.equal(reply.json.error.code, -32600, JSON.stringify(message));
    }
  });

  it('takes notifications and answers to unasked questions with 202 and no body', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', method: 'whatever' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const reply = await post(door, message);
      assert.equal(reply.status, 202, JSON.stringify(message));
      assert.equal(reply.text, '');
    }
  });

  // keeps: door.revisions
  it('negotiates every protocol revision that the SDK knows', async () => {
    for (const version of ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const reply = await post(door, rpc('initialize', initializing(version)));
      assert.equal(reply.json.result.protocolVersion, version);
      assert.match(reply.json.result.serverInfo.name, /-mcp$/);
      assert.ok(reply.json.result.capabilities.tools);
      const next = await post(door, toolCall('list_social_accounts'), { 'mcp-protocol-version': version });
      assert.equal(next.status, 200, version);
    }
    for (const version of ['2030-01-01', '2026-07-28', 'x']) {
      const reply = await post(door, rpc('initialize', initializing(version)));
      assert.equal(reply.json.result.protocolVersion, '2025-11-25', version);
    }
    const unknown = await post(door, rpc('tools/list'), { 'mcp-protocol-version': '2020-01-01' });
    assert.equal(unknown.status, 400);
  });

  it('speaks 2026-07-28: discover, list, call, and its own refusals', async () => {
    const ask = (method: string, params?: Record<string, unknown>, extra: Record<string, string> = {}) => {
      const { message, headers } = modern(method, params);
      return post(door, message, { ...headers, ...extra });
    };
    const discovered = await ask('server/discover');
    assert.deepEqual(discovered.json.result.supportedVersions, ['2026-07-28']);
    const listed = await ask('tools/list');
    assert.equal(listed.json.result.tools.length, 6);
    assert.equal(listed.json.result.resultType, 'complete');
    assert.equal(listed.json.result.cacheScope, 'public');
    const called = await ask('tools/call', { name: 'list_social_accounts', arguments: {} });
    assert.equal(called.json.result.resultType, 'complete');
    assert.equal(called.json.result._meta['io.modelcontextprotocol/serverInfo'].name, 'postbote-mcp');

    const mismatch = await ask('tools/list', {}, { 'mcp-method': 'tools/call' });
    assert.equal(mismatch.status, 400);
    assert.equal(mismatch.json.error.code, -32020);
    const unknownMethod = await ask('ping');
    assert.equal(unknownMethod.status, 404);
    assert.equal(unknownMethod.json.error.code, -32601);
    const unknownTool = await ask('tools/call', { name: 'nope' });
    assert.equal(unknownTool.json.error.code, -32602);
  });

  // keeps: tools.schemas
  it('lists six tools with title, description, annotations and plain schemas', async () => {
    const { json } = await post(door, rpc('tools/list'));
    const listed = json.result.tools;
    assert.deepEqual(
      listed.map((tool: { name: string }) => tool.name),
      tools.map((tool) => tool.name),
    );
    for (const tool of listed) {
      assert.match(tool.name, /^[a-z_]{1,21}$/);
      assert.ok(tool.title && tool.description.length > 40, tool.name);
      assert.equal(typeof tool.annotations.readOnlyHint, 'boolean');
      assert.equal(tool.annotations.destructiveHint, false);
      assert.equal(tool.inputSchema.type, 'object');
      assert.equal(tool.outputSchema.type, 'object');
      const input = JSON.stringify(tool.inputSchema);
      assert.doesNotMatch(input, /"(\$schema|\$ref|oneOf|anyOf|allOf|format)"|"type":\[/, tool.name);
      assert.doesNotMatch(JSON.stringify(tool.outputSchema), /"additionalProperties":false|\$schema|\$ref/);
    }
  });

  it('answers an unknown tool, method or cursor as JSON-RPC error', async () => {
    assert.equal((await post(door, toolCall('nope'))).json.error.code, -32602);
    const method = await post(door, rpc('resources/list'));
    assert.equal(method.status, 200);
    assert.equal(method.json.error.code, -32601);
    assert.equal((await post(door, rpc('tools/list', { cursor: 'x' }))).json.error.code, -32602);
    for (const odd of [door.key, 'x'.repeat(5000)]) {
      for (const message of [toolCall(odd), rpc(odd)]) {
        const { text } = await post(door, message);
        assert.ok(text.length < 300 && !text.includes(door.key), text.slice(0, 300));
      }
    }
  });

  describe('batches', () => {
    it('are answered in order, without notifications', async () => {
      const reply = await post(door, [
        rpc('ping', undefined, 'a'),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        toolCall('list_social_accounts', {}, 'b'),
        rpc('nope', undefined, 'c'),
      ]);
      assert.equal(reply.status, 200);
      assert.deepEqual(
        reply.json.map((answer: { id: string }) => answer.id),
        ['a', 'b', 'c'],
      );
      const silent = await post(door, [{ jsonrpc: '2.0', method: 'notifications/initialized' }]);
      assert.equal(silent.status, 202);
    });

    // keeps: door.batches
    it('are refused by later revisions, when too long, and never half done', async () => {
      const draft = toolCall('create_post', { content: 'halb', platforms: ['bluesky'] }, 'draft');
      const refused: [unknown, Record<string, string>][] = [
        [[draft], { 'mcp-protocol-version': '2025-06-18' }],
        [[draft], { 'mcp-protocol-version': '2025-11-25' }],
        [[draft], { 'mcp-protocol-version': '2026-07-28' }],
        [[draft, modern('tools/list').message], {}],
        [[draft, { nonsense: true }], {}],
        [[draft, rpc('initialize', initializing('2025-03-26'))], {}],
        [Array.from({ length: 101 }, () => draft), {}],
      ];
      for (const [batch, headers] of refused) {
        const reply = await post(door, batch, headers);
        assert.equal(reply.status, 400);
        assert.equal(reply.json.error.code, -32600);
      }
      const posts = await post(door, toolCall('list_scheduled_posts'));
      assert.deepEqual(posts.json.result.structuredContent.posts, []);
      const allowed = await post(door, [rpc('ping')], { 'mcp-protocol-version': '2025-03-26' });
      assert.equal(allowed.json.length, 1);
    });
  });

  // keeps: door.methods
  it('answers every other HTTP method with 405 and Allow: POST, with or without key', async () => {
    for (const path of ['/mcp', '/mcp/', `/mcp/${door.key}`]) {
      for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD']) {
        const reply = await send(door.url, path, { method, headers: { accept: 'text/event-stream' } });
        assert.equal(reply.status, 405, `${method} ${path}`);
        assert.equal(reply.headers.allow, 'POST');
      }
    }
  });

  it('lets browsers in: preflight and CORS on every answer', async () => {
    const origin = 'http://localhost:6274';
    const preflight = await send(door.url, `/mcp/${door.key}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.status, 204);
    assert.match(String(preflight.headers['access-control-allow-methods']), /POST/);
    for (const name of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
      assert.ok(preflight.headers['access-control-allow-headers']?.includes(name), name);
    }
    const replies = [
      preflight,
      await post(door, rpc('ping'), { origin }),
      await post(door, '{', { origin }),
      await post(door, rpc('ping'), { origin }, '/mcp'),
      await send(door.url, '/mcp', { headers: { origin } }),
    ];
    for (const reply of replies) assert.equal(reply.headers['access-control-allow-origin'], '*');
  });

  // keeps: door.rebinding
  it('refuses foreign hosts and origins on a loopback bind (DNS rebinding)', async () => {
    const foreign: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'evil.example:80' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      assert.equal((await post(door, rpc('ping'), headers)).status, 403, JSON.stringify(headers));
    }
    const own: Record<string, string>[] = [
      { host: 'localhost:1' },
      { host: '[::1]:1' },
      { origin: 'http://127.0.0.1:3000' },
    ];
    for (const headers of own) {
      assert.equal((await post(door, rpc('ping'), headers)).status, 200, JSON.stringify(headers));
    }
  });
});

it('knows its public address and the allowed origins on a loopback bind behind a proxy', async () => {
  const settings = { baseUrl: 'https://post.example', allowedOrigins: ['https://inspector.example'] };
  const door = await startDoor(settings);
  try {
    const status = async (headers: Record<string, string>) => (await post(door, rpc('ping'), headers)).status;
    assert.equal(await status({ host: 'post.example' }), 200);
    assert.equal(await status({ origin: 'https://inspector.example' }), 200);
    assert.equal(await status({ origin: 'https://other.example' }), 403);
  } finally {
    await door.close();
  }
});

const initializing = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
