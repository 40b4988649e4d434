import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeDatabase, onBothDatabases, type TestDatabase } from './databases.ts';
import { runPostbote, type Server, startServer } from './operator-process.ts';
import { startSlowSandbox } from './operator-sandbox.ts';
import { callTool } from './start-app.ts';
import { waitForEnd } from './start-node.ts';

const bash = (line: string) => promisify(execFile)('bash', ['-c', line]);

onBothDatabases('an operator', (kind) => {
  let database: TestDatabase;
  let server: Server;
  before(async () => {
    database = await makeDatabase(kind);
    server = await startServer(database);
  });
  after(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await database.drop();
  });
  const postbote = (...args: string[]) => runPostbote(database, args, { PORT: String(server.port) });
  const lineWith = (words: string) => {
    const found = server.block.split('\n').find((line) => line.includes(words));
    return found?.trim() ?? '';
  };

  // keeps: run.first-start
  test('sees everything needed to begin on the first start', async () => {
    match(server.block, /MCP +http:\/\/127\.0\.0\.1:\d+\/mcp\n/);
    const page = await fetch(lineWith('/setup/'), { headers: { accept: 'text/html' } });
    equal(page.status, 200);
    ok(page.headers.get('content-type')?.startsWith('text/html'));

    const { mcpServers } = JSON.parse(lineWith('"mcpServers"'));
    const [, key = ''] = /\/mcp\/(pb_test_[0-9A-Za-z]{43})$/.exec(mcpServers.postbote.url) ?? [];
    equal(mcpServers.postbote.type, 'http');
    equal((await callTool(server.url, key, 'list_social_accounts', {})).isError, false);
  });

  test('publishes a first post with the line that was printed', { timeout: 240_000 }, async () => {
    const { stdout } = await bash(lineWith('curl -s'));
    const post = JSON.parse(JSON.parse(stdout).result.content[0].text);
    const [, key = ''] = /\/mcp\/(pb_test_\w+)/.exec(server.block) ?? [];
    const call = (tool: string, args: unknown) => callTool(server.url, key, tool, args);
    const { variants } = await waitForEnd(call, post.id);
    deepEqual(
      variants.map((one) => one.status),
      ['published', 'published'],
    );
    for (const { url } of variants) {
      const page = await fetch(url ?? '');
      ok(page.ok && (await page.text()).includes('Hello from Postbote!'));
    }
  });

  // keeps: run.operator
  test('makes keys that work at once, sees them listed, and revokes them at once', {
    timeout: 240_000,
  }, async () => {
    const made = await postbote('key', 'create', '--mode', 'test', '--name', 'from json', '--json');
    equal(made.code, 0, made.err);
    const { id, key, mode, name, prefix } = JSON.parse(made.out);
    deepEqual([mode, name, key.startsWith(prefix)], ['test', 'from json', true]);
    equal((await callTool(server.url, key, 'list_social_accounts', {})).isError, false);

    const plain = await postbote('key', 'create', '--mode', 'live', '--name', 'from words');
    match(
      plain.out,
      /^pb_live_[0-9A-Za-z]{43}\nThis live key is shown this once\. Its id is [0-9a-f-]{36}\.\n$/,
    );
    const liveKey = plain.out.split('\n')[0] ?? '';
    equal((await callTool(server.url, liveKey, 'list_social_accounts', {})).text, '[]');

    const listed = await postbote('key', 'list');
    equal(listed.code, 0);
    ok(listed.out.includes('from json') && listed.out.includes('from words') && listed.out.includes(id));
    const everything = listed.out + (await postbote('key', 'list', '--json')).out;
    for (const secret of [key, liveKey]) ok(!everything.includes(secret), 'a list never shows a key');

    const open = openConnection(server, key);
    deepEqual(await open.ask(), { status: 200, reused: false });
    deepEqual(await open.ask(), { status: 200, reused: true });
    const revoked = await postbote('key', 'revoke', id);
    deepEqual([revoked.code, revoked.out], [0, `Revoked ${id}.\n`]);
    deepEqual(await open.ask(), { status: 401, reused: true });
    open.close();

    const again = await postbote('key', 'revoke', id);
    equal(again.code, 1);
    match(again.out, /^There is no such key, or it is revoked already; key list names their ids\.\n$/);
    match((await postbote('key', 'list')).out, new RegExp(`${id}.*revoked`));
  });

  test('is told how a command is used', { timeout: 240_000 }, async () => {
    equal((await postbote('key', 'create', '--mode', 'both', '--name', 'x')).code, 2);
    equal((await postbote('key', 'create', '--mode', 'test')).code, 2);
    equal((await postbote('key')).code, 2);
    const unknown = await postbote('publish');
    equal(unknown.code, 2);
    match(unknown.err, /Unknown command "publish"[\s\S]*Usage:/);
    const help = await postbote('--help');
    equal(help.code, 0);
    match(help.out, /Usage:/);
    equal((await postbote('key', 'list', '--wrong')).code, 1);
    if (kind !== 'sqlite') return;
    // Nobody answers: standard input is empty.
    const unanswered = await postbote('account', 'app', 'linkedin', '--client-id', 'x');
    equal(unanswered.code, 2);
    match(unanswered.out, /^Nothing was stored: the client secret is missing\./);
  });

  test('hears from the doctor what is wrong', { timeout: 240_000 }, async () => {
    const well = await postbote('doctor');
    equal(well.code, 0, well.out + well.err);
    ok(
      well.out
        .split('\n')
        .filter(Boolean)
        .every((line) => line.startsWith('ok ')),
      well.out,
    );
    ok(!/pb_(test|live)_/.test(well.out));

    const elsewhere = await runPostbote(database, ['doctor'], { PORT: '1' });
    equal(elsewhere.code, 1);
    match(elsewhere.out, /BAD {2}Server: no answer at http:\/\/127\.0\.0\.1:1\/health/);

    chmodSync(join(database.dataDir, 'encryption.key'), 0o644);
    const open = await postbote('doctor');
    chmodSync(join(database.dataDir, 'encryption.key'), 0o600);
    equal(open.code, 1);
    match(open.out, /BAD {2}Encryption key: .*chmod 600/);
  });

  test('cannot start with another encryption key', { timeout: 240_000 }, async () => {
    const other = { POSTBOTE_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    for (const args of [['serve'], ['key', 'list']]) {
      const { code, out, err } = await runPostbote(database, args, { PORT: '0', ...other });
      deepEqual([code, out], [1, '']);
      match(err, /encryption key is not the one this database was set up with/);
    }
  });

  test('cannot start twice on one port', { timeout: 240_000 }, async () => {
    const { code, out, err } = await postbote('serve');
    deepEqual([code, out], [1, '']);
    match(err, /the port is taken/);
  });

  // keeps: run.first-start
  test('sees no key on a later start', { timeout: 240_000 }, async () => {
    server.child.kill('SIGTERM');
    equal((await server.ended).code, 0);
    const oldBlock = server.block;
    server = await startServer(database);
    match(server.block, /MCP +http/);
    notEqual(server.block, oldBlock);
    ok(!/pb_|\/setup\/|mcpServers|curl/.test(server.block), server.block);
    server.child.kill('SIGINT');
    const { code, err } = await server.ended;
    equal(code, 0);
    ok(!/pb_(test|live)_/.test(err), 'no key in the log');
    server = await startServer(database);
  });

  // keeps: run.drain
  test('stops it without cutting off what is being published', { timeout: 240_000 }, async (t) => {
    const sandbox = await startSlowSandbox(1_500);
    const other = await makeDatabase(kind);
    const slow = await startServer(other, { POSTBOTE_SANDBOX_URL: sandbox.url });
    t.after(() => slow.child.kill('SIGKILL'));
    const [, key = ''] = /\/mcp\/(pb_test_\w+)/.exec(slow.block) ?? [];
    const args = { content: 'Slow and sure', platforms: ['bluesky', 'twitter'] };
    const { data } = await callTool(slow.url, key, 'publish_now', args);
    await sandbox.bothBegun;
    slow.child.kill('SIGTERM');
    const { code, err } = await slow.ended;
    equal(code, 0, err);
    equal(sandbox.answered(), 2);

    const later = await startServer(other, { POSTBOTE_SANDBOX_URL: sandbox.url });
    const status = await callTool(later.url, key, 'get_post_status', { post_id: data.id });
    const variants = status.data.variants as { status: string; attempts: number }[];
    deepEqual(
      variants.map((one) => [one.status, one.attempts]),
      [
        ['published', 1],
        ['published', 1],
      ],
    );
    later.child.kill('SIGTERM');
    equal((await later.ended).code, 0);
    await sandbox.close();
    await other.drop();
  });
});

// keeps: run.bad-config
test('a bad configuration is refused as a whole, before anything is touched', {
  timeout: 240_000,
}, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postbote-operator-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const inside = join(dataDir, 'data');
  const bad = {
    PORT: '99999',
    DATABASE_URL: 'mysql://localhost/x',
    POSTBOTE_DATA: inside,
    POSTBOTE_BASE_URL: 'ftp://example.com',
    POSTBOTE_SANDBOX: 'maybe',
    POSTBOTE_RATE_LIMIT: 'many',
    POSTBOTE_CONCURRENCY: '0',
    POSTBOTE_LOG: 'loud',
    POSTBOTE_CLOCK: 'fast',
    POSTBOTE_MAX_UPLOAD: 'huge',
    POSTBOTE_ALLOW_PRIVATE_MEDIA: 'home',
    POSTBOTE_ALLOWED_ORIGINS: 'example.com/path',
    POSTBOTE_ENCRYPTION_KEY: 'short',
    POSTBOTE_PORT: '80',
  };
  for (const args of [['serve'], ['key', 'list'], ['doctor']]) {
    const { code, out, err } = await runPostbote({ dataDir, env: {} }, args, bad);
    deepEqual([code, out], [1, '']);
    const { POSTBOTE_DATA: _, ...named } = bad;
    for (const name of Object.keys(named)) ok(err.includes(`- ${name}`), `${name} is missing in: ${err}`);
    match(err, /POSTBOTE_PORT is not a setting of Postbote/);
    equal(err.split('\n').filter((line) => line.startsWith('  - ')).length, Object.keys(named).length);
    ok(!existsSync(inside));
  }
  const split = await runPostbote({ dataDir, env: {} }, ['serve', '--role', 'web'], {
    POSTBOTE_DATA: inside,
  });
  equal(split.code, 1);
  match(split.err, /Split roles need PostgreSQL/);
  deepEqual(
    readdirSync(dataDir).filter((name) => name !== 'compiled'),
    [],
  );
});

/** Asks again and again over one connection. */
function openConnection(server: Server, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return {
    ask: () =>
      new Promise<{ status: number | undefined; reused: boolean }>((resolve, reject) => {
        const asked = request(`${server.url}/mcp`, { agent, method: 'POST', headers }, (response) => {
          response
            .resume()
            .once('end', () => resolve({ status: response.statusCode, reused: asked.reusedSocket }));
        });
        asked.once('error', reject);
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}
