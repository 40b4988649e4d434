import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { redact } from '../src/web/request-log.ts';
import { type Door, modern, post, rpc, send, startDoor } from './mcp-harness.ts';

describe('the HTTP server', () => {
  let door: Door;
  before(async () => {
    const sandbox = {
      handle: (req: { url?: string }, res: { end(text: string): void }) => {
        if (req.url !== '/sandbox/here') return false;
        res.end('sandbox');
        return true;
      },
    };
    door = await startDoor({}, { sandbox: sandbox as never });
  });
  after(() => door.close());

  // keeps: door.health
  it('says that it is well, without a key', async () => {
    const reply = await send(door.url, '/health');
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.json, { status: 'ok', service: 'postbote-mcp' });
    const head = await send(door.url, '/health', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal((await send(door.url, '/health', { method: 'POST' })).status, 405);
    assert.equal((await send(door.url, '/health', { headers: { host: 'probe.internal' } })).status, 200);
  });

  // keeps: door.probes
  it('answers every OAuth probe with a JSON 404, in all three forms', async () => {
    const names = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'];
    for (const name of names) {
      for (const path of [
        `/.well-known/${name}`,
        `/.well-known/${name}/mcp`,
        `/.well-known/${name}/mcp/${door.key}`,
        `/mcp/.well-known/${name}`,
        `/mcp/${door.key}/.well-known/${name}`,
      ]) {
        const reply = await send(door.url, path);
        assert.equal(reply.status, 404, path);
        assert.equal(reply.json.error, 'not_found');
        assert.equal(typeof reply.json.error_description, 'string');
        assert.equal(reply.headers['access-control-allow-origin'], '*');
        assert.ok(!reply.text.includes(door.key));
        assert.equal((await send(door.url, path, { method: 'OPTIONS' })).status, 204);
      }
    }
    const registered = await send(door.url, '/register', { method: 'POST', body: '{}' });
    assert.equal(registered.status, 400);
    assert.equal(registered.json.error, 'invalid_client_metadata');
  });

  it('shows a start page that loads and leaks nothing', async () => {
    const reply = await send(door.url, '/');
    assert.equal(reply.status, 200);
    assert.match(String(reply.headers['content-type']), /^text\/html/);
    const policy = String(reply.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|script-src/);
    assert.equal(reply.headers['referrer-policy'], 'no-referrer');
    assert.equal(reply.headers['x-content-type-options'], 'nosniff');
    assert.doesNotMatch(reply.text, /<script|style="|https?:\/\/(?!127\.0\.0\.1)/);
    assert.ok(reply.text.includes(`${door.url}/mcp`));
    assert.ok(reply.text.includes('mcpServers'));
    assert.ok(reply.text.includes('npm run postbote -- key create --mode test'));
    assert.ok(reply.text.includes('href="/sandbox"'));
    assert.equal((await send(door.url, '/', { method: 'POST' })).status, 405);
    assert.equal((await send(door.url, '/', { headers: { host: 'evil.example' } })).status, 403);
  });

  it('says under one-time links how to build the dashboard, passes the sandbox on, and knows nothing else', async () => {
    for (const path of ['/setup/token', '/invite/token', '/reset/token']) {
      assert.match((await send(door.url, path)).text, /npm run prepare/);
    }
    assert.equal((await send(door.url, '/sandbox/here')).text, 'sandbox');
    for (const path of ['/sandbox/elsewhere', '/nope', '/mcpx', '/mcp/a/b', '/favicon.ico', '//', '/..%2f']) {
      const reply = await send(door.url, path);
      assert.equal(reply.status, 404, path);
      assert.equal(reply.json.error, 'not_found');
    }
  });

  it('reads an address given in full', async () => {
    const path = `http://anything.example/mcp/${door.key}`;
    assert.equal((await post(door, rpc('ping'), {}, path)).status, 200);
  });

  it('answers what is not HTTP with 400 and goes on', async () => {
    for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0000\u0001\u0002\r\n\r\n']) {
      assert.match(await talk(door.url, bytes), /^HTTP\/1\.1 400 /);
    }
    const long = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`;
    assert.match(await talk(door.url, long), /^HTTP\/1\.1 431 /);
    assert.match(await talk(door.url, 'GET / HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 /);
    assert.equal((await send(door.url, '/health')).status, 200);
  });
});

it('close() lets the request in flight finish, refuses new ones and hangs up idle connections', async () => {
  const begun = Promise.withResolvers<() => void>();
  const door = await startDoor(
    {},
    {
      sandbox: {
        handle(_, res) {
          begun.resolve(() => res.end('done'));
          return true;
        },
      },
    },
  );
  const idle = connect(Number(new URL(door.url).port), '127.0.0.1');
  const inFlight = send(door.url, '/sandbox/x');
  const finish = await begun.promise;
  await send(door.url, '/health');
  const startedAt = performance.now();
  const closed = door.close();
  await assert.rejects(send(door.url, '/health'));
  finish();
  assert.equal((await inFlight).text, 'done');
  await closed;
  // After ten seconds whoever is left would have been cut off.
  assert.ok(performance.now() - startedAt < 9_000);
  idle.destroy();
});

it('close() ends an open subscription', async () => {
  const door = await startDoor();
  const { message, headers } = modern('subscriptions/listen', { notifications: {} });
  const stream = await fetch(`${door.url}/mcp/${door.key}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  });
  assert.equal(stream.status, 200);
  const startedAt = performance.now();
  await door.close();
  assert.ok(performance.now() - startedAt < 9_000);
  await stream.text();
});

describe('redact', () => {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.split('');
  const secret = fc.string({ unit: fc.constantFrom(...base62), minLength: 20, maxLength: 60 });
  const mode = fc.constantFrom('live', 'test');
  const encodings = [
    (text: string) => text,
    encodeURIComponent,
    (text: string) => text.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`),
    (text: string) => encodeURIComponent(text.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`)),
  ];
  const encode = fc.constantFrom(...encodings);

  it('takes a key out of every path, however it is written', () => {
    const segment = fc.string({ maxLength: 12 });
    const place = fc.constantFrom(
      '/mcp/',
      '/MCP/',
      '/.well-known/oauth-protected-resource/mcp/',
      '/x/',
      '/',
      '',
    );
    fc.assert(
      fc.property(
        place,
        mode,
        secret,
        encode,
        segment,
        segment,
        (before, kind, hidden, write, left, right) => {
          const path = `${before}${left}${write(`pb_${kind}_${hidden}`)}${right}?key=pb_${kind}_${hidden}`;
          assert.ok(!redact(path).includes(hidden), path);
        },
      ),
    );
  });

  it('takes anything out that stands where a key or token belongs', () => {
    fc.assert(
      fc.property(secret, encode, (hidden, write) => {
        assert.equal(redact(`/mcp/${write(hidden)}`), '/mcp/[key]');
        assert.equal(redact(`/mcp/${write(hidden)}/`), '/mcp/[key]/');
        for (const place of ['/setup', '/invite', '/reset', '/api/setup', '/api/invitations']) {
          assert.equal(redact(`${place}/${write(hidden)}?x`), `${place}/[token]`);
        }
        const probe = `/.well-known/openid-configuration/mcp/${write(hidden)}`;
        assert.equal(redact(probe), '/.well-known/openid-configuration/mcp/[key]');
      }),
    );
  });

  it('leaves ordinary paths as they are', () => {
    for (const path of ['/', '/health', '/mcp', '/mcp/', '/sandbox/twitter'])
      assert.equal(redact(path), path);
  });
});

/** Writes raw bytes and returns all that comes back. */
function talk(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
