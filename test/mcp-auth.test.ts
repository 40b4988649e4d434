import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { describe, it } from 'node:test';
import { createKey } from '../src/keys/create-key.ts';
import { revokeKey } from '../src/keys/revoke-key.ts';
import { type Door, modern, post, rpc, startDoor, toolCall } from './mcp-harness.ts';

const unauthorizedTool = { content: [{ type: 'text', text: 'Unauthorized' }], isError: true };

async function withDoor(run: (door: Door) => Promise<void>, settings: Parameters<typeof startDoor>[0] = {}) {
  const door = await startDoor(settings);
  try {
    await run(door);
  } finally {
    await door.close();
  }
}

describe('without a valid key', () => {
  // keeps: keys.unauthorized
  it('tools/call gets 401 and the tool error, everything else 401 and a JSON-RPC error', () =>
    withDoor(async (door) => {
      const wrong = `pb_test_${'A'.repeat(43)}`;
      const attempts: [string, Record<string, string>][] = [
        ['/mcp', {}],
        ['/mcp/', {}],
        ['/mcp', { authorization: `Bearer ${wrong}` }],
        ['/mcp', { authorization: 'Bearer ' }],
        ['/mcp', { authorization: `Basic ${door.key}` }],
        ['/mcp', { authorization: door.key }],
        [`/mcp/${wrong}`, {}],
        [`/mcp/${door.key}x`, {}],
        [`/mcp/${door.key.slice(0, -1)}`, {}],
        ['/mcp/%ff%', {}],
        [`/mcp/${'x'.repeat(3000)}`, {}],
      ];
      for (const [path, headers] of attempts) {
        const call = await post(door, toolCall('list_social_accounts', {}, 'seven'), headers, path);
        assert.equal(call.status, 401, path);
        assert.match(String(call.headers['www-authenticate']), /^Bearer realm="postbote"/);
        assert.deepEqual(call.json, { jsonrpc: '2.0', id: 'seven', result: unauthorizedTool });

        const list = await post(door, rpc('tools/list', undefined, 8), headers, path);
        assert.equal(list.status, 401);
        assert.equal(list.json.id, 8);
        assert.equal(list.json.error.message, 'Unauthorized');
      }
    }));

  it('covers unknown tools, notifications, batches and the modern era', () =>
    withDoor(async (door) => {
      const ask = (message: unknown, headers = {}) => post(door, message, headers, '/mcp');
      assert.deepEqual((await ask(toolCall('nope'))).json.result, unauthorizedTool);
      const notified = await ask({ jsonrpc: '2.0', method: 'notifications/initialized' });
      assert.equal(notified.status, 401);
      assert.equal(notified.json.error.message, 'Unauthorized');
      const batch = await ask([toolCall('nope', {}, 'a'), rpc('ping', undefined, 'b')]);
      assert.equal(batch.status, 401);
      assert.deepEqual(batch.json[0], { jsonrpc: '2.0', id: 'a', result: unauthorizedTool });
      assert.equal(batch.json[1].error.message, 'Unauthorized');
      const { message, headers } = modern('tools/call', { name: 'list_social_accounts' });
      const call = await ask(message, headers);
      assert.equal(call.status, 401);
      assert.deepEqual(call.json.result, { ...unauthorizedTool, resultType: 'complete' });
    }));

  it('stores and publishes nothing', () =>
    withDoor(async (door) => {
      await post(door, toolCall('create_post', { content: 'x', platforms: ['bluesky'] }), {}, '/mcp');
      const posts = await post(door, toolCall('list_scheduled_posts'));
      assert.deepEqual(posts.json.result.structuredContent.posts, []);
    }));
});

// keeps: keys.revoked
it('a revoked key is dead at once, on an open connection too', () =>
  withDoor(async (door) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { hostname, port } = new URL(door.url);
    const other = await createKey(door.app, door.workspaceId, { mode: 'test', name: 'Other' });
    let sockets = 0;
    const ask = () =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const sent = request({ hostname, port, path: `/mcp/${other.key}`, method: 'POST', headers, agent });
        sent.on('response', (response) =>
          response.resume().on('end', () => resolve(response.statusCode ?? 0)),
        );
        sent.on('socket', (socket) => socket.once('connect', () => (sockets += 1)));
        sent.on('error', reject);
        sent.end(JSON.stringify(toolCall('list_social_accounts')));
      });
    assert.equal(await ask(), 200);
    await revokeKey(door.app, door.workspaceId, other.id);
    assert.equal(await ask(), 401);
    assert.equal(sockets, 1);
    agent.destroy();
  }));

describe('limits', () => {
  // keeps: keys.rate
  it('past the rate limit of a key: 429 with Retry-After and a tool error; other keys are not concerned', () =>
    withDoor(
      async (door) => {
        for (let call = 0; call < 3; call += 1) assert.equal((await post(door, rpc('ping'))).status, 200);
        const call = await post(door, toolCall('list_social_accounts', {}, 'x'));
        assert.equal(call.status, 429);
        const seconds = Number(call.headers['retry-after']);
        assert.ok(seconds >= 1 && seconds <= 60);
        assert.equal(call.json.id, 'x');
        assert.equal(call.json.result.isError, true);
        assert.equal(call.json.result.content[0].text, `Zu viele Anfragen, bitte ${seconds} s warten`);
        const detail = JSON.parse(call.json.result.content[1].text);
        assert.equal(detail.code, 'too_many_requests');
        assert.equal(detail.seconds, seconds);
        assert.ok(detail.next_action);
        assert.ok((await post(door, rpc('ping'))).json.error);

        const other = await createKey(door.app, door.workspaceId, { mode: 'test', name: 'Other' });
        assert.equal((await post(door, rpc('ping'), {}, `/mcp/${other.key}`)).status, 200);
      },
      { rateLimit: { perMinute: 1, burst: 3 } },
    ));

  it('a batch costs as much as its messages, all or none', () =>
    withDoor(
      async (door) => {
        const ping = (count: number) => Array.from({ length: count }, (_, id) => rpc('ping', undefined, id));
        assert.equal((await post(door, ping(8))).status, 200);
        assert.equal((await post(door, ping(8))).status, 429);
        assert.equal((await post(door, ping(2))).status, 200);
      },
      { rateLimit: { perMinute: 1, burst: 10 } },
    ));

  // keeps: keys.guessing
  it('wrong keys are limited per address, a valid key from there always gets through', () =>
    withDoor(async (door) => {
      const guess = (index: number) =>
        post(door, toolCall('list_social_accounts'), {}, `/mcp/pb_test_${String(index).padStart(43, 'A')}`);
      const statuses: number[] = [];
      for (let index = 0; index < 120; index += 1) statuses.push((await guess(index)).status);
      assert.equal(statuses[0], 401);
      assert.equal(statuses.at(-1), 429);
      assert.ok(Number((await guess(999)).headers['retry-after']) >= 1);
      assert.equal((await post(door, toolCall('list_social_accounts'))).status, 200);
      // Having no key is no guess: it stays the plain 401 that clients expect.
      assert.equal((await post(door, rpc('ping'), {}, '/mcp')).status, 401);
    }));
});

// keeps: keys.silent
it('no key ever stands in a log line', () =>
  withDoor(
    async (door) => {
      const wrong = `pb_live_${'Z'.repeat(43)}`;
      for (const path of [
        `/mcp/${door.key}`,
        `/mcp/${door.key}/`,
        `/mcp/${wrong}`,
        `/mcp/${door.key}/.well-known/openid-configuration`,
        `/.well-known/oauth-protected-resource/mcp/${door.key}`,
        `/elsewhere/${door.key}?key=${door.key}`,
      ]) {
        await post(door, toolCall('nope'), { authorization: `Bearer ${door.key}` }, path);
        await post(door, '{', { authorization: `Bearer ${wrong}` }, path);
        const { message } = modern('tools/call', { name: 'list_social_accounts' });
        await post(door, message, { 'mcp-method': door.key, 'mcp-protocol-version': '2026-07-28' }, path);
      }
      const logged = door.logged();
      assert.ok(logged.includes('/mcp/[key]'));
      for (const key of [door.key, wrong]) assert.ok(!logged.includes(key.slice(8)), 'a key was logged');
    },
    { logLevel: 'debug' },
  ));
