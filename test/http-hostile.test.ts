import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Door, modern, post, rpc, send, startDoor, toolCall } from './mcp-harness.ts';

const toolNames = [
  'list_social_accounts',
  'list_scheduled_posts',
  'create_post',
  'publish_now',
  'get_post_status',
];
const fieldNames = [
  'content',
  'platforms',
  'account_ids',
  'media_urls',
  'per_platform',
  'limit',
  'post_id',
  '__proto__',
];

describe('whatever a client sends, the server answers below 500 and lives on', () => {
  let door: Door;
  before(async () => {
    door = await startDoor({ rateLimit: null, logLevel: 'error' });
  });
  after(async () => {
    assert.equal((await send(door.url, '/health')).status, 200);
    assert.ok(!door.logged().includes('mcp request failed'), door.logged().slice(0, 2000));
    await door.close();
  });

  const survives = (status: number) => assert.ok(status >= 200 && status < 500, `answered ${status}`);

  it('random bodies', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.base64String()), async (body) => {
        survives((await post(door, body)).status);
      }),
      { numRuns: 200 },
    ));

  it('random bytes', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const headers = { 'content-type': 'application/json' };
        const sending = { method: 'POST', headers, body: Buffer.from(bytes) };
        survives((await send(door.url, `/mcp/${door.key}`, sending)).status);
      }),
      { numRuns: 100 },
    ));

  // keeps: door.hostile
  it('random messages and arguments, in both eras, alone and in batches', () => {
    const args = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.oneof(fc.constantFrom(...fieldNames), fc.string()), fc.jsonValue({ maxDepth: 3 })),
    );
    const params = fc.oneof(
      fc.record({ name: fc.oneof(fc.constantFrom(...toolNames), fc.string()), arguments: args }),
      fc.jsonValue(),
    );
    const method = fc.oneof(
      fc.constantFrom(
        'tools/call',
        'tools/call',
        'tools/list',
        'initialize',
        'server/discover',
        'logging/setLevel',
      ),
      fc.string(),
    );
    const id = fc.oneof(fc.integer(), fc.string(), fc.jsonValue());
    const message = fc.record(
      { jsonrpc: fc.constant('2.0'), id, method, params },
      { requiredKeys: ['jsonrpc'] },
    );
    return fc.assert(
      fc.asyncProperty(message, fc.array(message, { maxLength: 4 }), async (one, batch) => {
        survives((await post(door, one)).status);
        survives((await post(door, batch)).status);
        const isObject = typeof one.params === 'object' && one.params !== null && !Array.isArray(one.params);
        const sent = modern('tools/call', { ...(isObject && (one.params as object)) });
        survives((await post(door, { ...one, ...sent.message }, safe(sent.headers))).status);
      }),
      { numRuns: 250 },
    );
  });

  it('random methods, paths and headers', () => {
    const path = fc
      .array(
        fc.oneof(fc.constantFrom('mcp', '.well-known', 'setup', 'sandbox', '..', '%', '%00'), fc.string()),
      )
      .map((parts) => `/${parts.join('/')}`.replace(/[^\x21-\x7e]/g, '%').slice(0, 2000));
    const value = fc.string().map((text) => text.replace(/[^\x20-\x7e]/g, ''));
    const names = [
      'accept',
      'content-type',
      'authorization',
      'origin',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'x-forwarded-for',
      'content-encoding',
      'host',
    ];
    const headers = fc.dictionary(fc.constantFrom(...names), value);
    const method = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
    );
    return fc.assert(
      fc.asyncProperty(method, path, headers, fc.boolean(), async (how, where, extra, withBody) => {
        const body = withBody && how !== 'HEAD' ? JSON.stringify(rpc('tools/list')) : '';
        const sized = { ...extra, 'content-length': String(body.length) };
        survives((await send(door.url, where, { method: how, headers: sized, body })).status);
      }),
      { numRuns: 300 },
    );
  });

  // keeps: door.hostile
  it('raw bytes on the socket', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), (bytes) => hurl(door.url, Buffer.from(bytes))),
      { numRuns: 60 },
    ));

  it('deep nesting, huge numbers, odd names', async () => {
    const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const call = (args: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_post","arguments":${args}}}`;
    for (const body of [
      deep(400_000),
      call(deep(400_000)),
      call(`{"content":${deep(100_000)}}`),
      call(`{"per_platform":${deep(50_000)},"platforms":${deep(50_000)}}`),
      call('{"content":1e999,"platforms":[-0]}'),
      call('{"__proto__":{"x":1},"constructor":{"prototype":1}}'),
      call(`{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`).join()}}`),
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"toString","__proto__":null}}`,
    ]) {
      survives((await post(door, body)).status);
    }
  });

  it('clients that hang up in the middle', async () => {
    const head = `POST /mcp/${door.key} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
    const body = JSON.stringify(toolCall('list_social_accounts'));
    for (let cut = 0; cut < 20; cut += 1) {
      const whole = `${head}content-length: ${body.length}\r\n\r\n${body}`;
      await hurl(door.url, Buffer.from(whole.slice(0, Math.floor((whole.length * cut) / 19))), 5);
    }
    const listen = modern('subscriptions/listen', { notifications: {} });
    const listening = JSON.stringify(listen.message);
    const extra = Object.entries(listen.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await hurl(
      door.url,
      Buffer.from(`${head}${extra.join('')}content-length: ${listening.length}\r\n\r\n${listening}`),
      50,
    );
    assert.equal((await post(door, toolCall('list_social_accounts'))).status, 200);
  });
});

const safe = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x21-\x7e]+$/.test(value)));

/** Sends bytes, waits a moment and hangs up, whatever comes back. */
function hurl(url: string, bytes: Buffer, waitMs = 10): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(bytes);
      setTimeout(() => socket.destroy(), waitMs);
    });
    socket.on('data', (chunk) => assert.doesNotMatch(chunk.toString(), /^HTTP\/1\.1 5/));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve());
  });
}
