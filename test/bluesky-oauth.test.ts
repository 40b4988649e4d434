import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { beginConnect } from '../src/accounts/begin-connect.ts';
import { finishConnect } from '../src/accounts/finish-connect.ts';
import { refreshLogins } from '../src/accounts/refresh-logins.ts';
import { removeAccount } from '../src/accounts/remove-account.ts';
import { seal, unseal } from '../src/accounts/secrets.ts';
import { openApp } from '../src/app.ts';
import { bluesky } from '../src/platforms/bluesky/index.ts';
import { createPlainCall } from '../src/platforms/http.ts';
import type { Platform } from '../src/platforms/platform.ts';
import type { Credentials } from '../src/platforms/signing-in.ts';
import { replaceCredentials } from '../src/store/account-logins.ts';
import { onBothDatabases } from './databases.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';

onBothDatabases('Bluesky by OAuth', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());

  const owner = () => ({ workspaceId: app.workspaceId, mode: 'test' as const });
  /** A person allows it on the sandbox's page; answers with what the browser brings back. */
  async function allow(typed: string, username: string) {
    const redirectUri = `${app.url}/connect/bluesky/callback`;
    const { url } = await beginConnect(app.app, owner(), { platform: 'bluesky', redirectUri, typed });
    const body = new URLSearchParams({ decision: 'allow', username: '', new_username: username });
    const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '').searchParams;
    const given = (name: string) => back.get(name) ?? undefined;
    return { state: String(given('state')), code: given('code'), issuer: given('iss') };
  }
  const rowOf = (username: string) =>
    app.app.db.query
      .selectFrom('accounts')
      .select(['id', 'state', 'credentials'])
      .where('username', '=', `${username}.sandbox.test`)
      .executeTakeFirstOrThrow();
  async function login(username: string) {
    const row = await rowOf(username);
    return { ...row, open: unseal<Credentials>(app.app.config.encryptionKey, row.id, row.credentials) };
  }
  async function publish(username: string, content: string) {
    const { id } = await rowOf(username);
    const { data } = await app.call('publish_now', { content, account_ids: [id] });
    return (await app.ended(String(data.id))).variants[0];
  }
  const dueNow = (id: string, credentials: Credentials) =>
    replaceCredentials(
      app.app.db.query,
      id,
      seal(app.app.config.encryptionKey, id, credentials),
      app.app.clock.now(),
    );

  // keeps: bluesky.oauth
  test('begun on one node, finished on another, and what it brings is stored sealed', async () => {
    const callback = await allow('', 'wanderer');
    const node = await openApp(app.app.config, pino({ level: 'silent' }));
    try {
      node.useSandbox(String(app.sandboxUrl), (await hostsOf(app)) as never);
      assert.equal((await finishConnect(node.app, callback)).done, true);
    } finally {
      await node.close();
    }
    const { open, credentials } = await login('wanderer');
    const secrets = [open.accessToken, open.refreshToken, JSON.parse(open.extra?.proofKey ?? '{}').d];
    for (const secret of secrets) assert.ok(secret && !credentials.includes(secret));
    const variant = await publish('wanderer', 'Mit Nachweis #ok');
    assert.equal(variant?.status, 'published', JSON.stringify(variant));
  });

  // keeps: bluesky.oauth
  test('a callback of another server, or without its name, connects nothing', async () => {
    for (const issuer of [undefined, 'https://evil.example']) {
      const callback = await allow('', 'victim');
      await assert.rejects(finishConnect(app.app, { ...callback, issuer }), { code: 'connect_refused' });
    }
    await assert.rejects(rowOf('victim'));
  });

  // keeps: bluesky.oauth
  test('however many reach for a token whose time has come, it is spent once', async () => {
    await finishConnect(app.app, await allow('', 'busy'));
    const before = await login('busy');
    const sandbox = controlSandbox(app);
    const since = (await sandbox.requests()).at(-1)?.seq ?? 0;
    await dueNow(before.id, before.open);
    const [variant] = await Promise.all([
      publish('busy', 'Gleichzeitig'),
      refreshLogins(app.app),
      refreshLogins(app.app),
      refreshLogins(app.app),
    ]);
    assert.equal(variant?.status, 'published');
    const spent = (await sandbox.requests(since)).filter(
      ({ operation, status }) => operation === 'token' && status === 200,
    );
    assert.equal(spent.length, 1);
    const now = await login('busy');
    assert.notEqual(now.open.refreshToken, before.open.refreshToken);
    assert.deepEqual(now.open.extra, before.open.extra);
  });

  // keeps: bluesky.oauth
  test('a token that ends on the way is renewed, a session that is over asks for the owner', async () => {
    await finishConnect(app.app, await allow('', 'late'));
    const first = await login('late');
    const sandbox = controlSandbox(app);
    await sandbox.fault({ platform: 'bluesky', fault: 'expired_token', account: 'late.sandbox.test' });
    assert.equal((await publish('late', 'Trotzdem'))?.status, 'published');
    const second = await login('late');
    assert.notEqual(second.open.accessToken, first.open.accessToken);
    // Shown a second time, the first refresh token ends the session on the server.
    await dueNow(first.id, first.open);
    await refreshLogins(app.app);
    await dueNow(first.id, second.open);
    await refreshLogins(app.app);
    assert.equal((await rowOf('late')).state, 'reconnect');
  });

  // keeps: accounts.revoke
  test('a removed account is signed out at its server', async () => {
    await finishConnect(app.app, await allow('', 'gone'));
    const { id, open: credentials } = await login('gone');
    await removeAccount(app.app, owner(), id);
    const call = createPlainCall(app.app.fetch);
    const hosts = app.app.hosts(bluesky as Platform, 'test');
    const renewal = bluesky.auth.refresh({ call, hosts, credentials, now: app.app.clock.now() });
    await assert.rejects(renewal, { code: 'platform_auth' });
  });

  test('only an address that the world can reach has a client document', async () => {
    const path = '/connect/bluesky/client-metadata.json';
    assert.equal((await fetch(`${app.url}${path}`)).status, 404, 'a loopback client needs none');
    const live = { ...owner(), mode: 'live' as const };
    const redirectUri = 'http://192.0.2.1/connect/bluesky/callback';
    const begun = beginConnect(app.app, live, { platform: 'bluesky', redirectUri });
    await assert.rejects(begun, { code: 'setting_missing' });
  });

  // keeps: bluesky.guarded
  test('a server that a user names is not reached in a private network', async () => {
    const call = createPlainCall(app.app.fetch, { foreignFetch: app.app.foreignFetch });
    const own = new URL(app.url);
    for (const host of [own.host, `localhost:${own.port}`]) {
      const error = await call({
        method: 'POST',
        url: `http://${host}/health`,
        json: {},
        foreign: true,
      }).catch((thrown) => thrown);
      assert.deepEqual([error.code, error.facts.reason], ['platform_rejected', 'private_address'], host);
    }
  });
});

async function hostsOf(app: TestApp): Promise<unknown> {
  return (await fetch(`${app.sandboxUrl}/api/hosts`)).json();
}
