import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { refreshLogins } from '../src/accounts/refresh-logins.ts';
import { saveLogin } from '../src/accounts/save-login.ts';
import { accountCommand } from '../src/commands/account.ts';
import { doctor } from '../src/commands/doctor.ts';
import { publishingCommand } from '../src/commands/publishing.ts';
import { userCommand } from '../src/commands/user.ts';
import { welcome } from '../src/commands/welcome.ts';
import { ConfigError, localUrl, readConfig } from '../src/config.ts';
import { serve } from '../src/serve.ts';
import { setAccountState } from '../src/store/accounts.ts';
import { makeDatabase } from './databases.ts';
import { stateOf } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

const day = 24 * 60 * 60 * 1000;

describe('an operator without the dashboard', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());
  const heard = async (run: (say: (text: string) => void) => Promise<number>) => {
    const said: string[] = [];
    return { code: await run((text) => said.push(text)), said: said.join('\n') };
  };
  const account = (...words: string[]) => heard((say) => accountCommand(app.app, words, {}, say));
  const idOf = async (platform: string) => {
    const line = (await account('list')).said.split('\n').find((one) => one.includes(`  ${platform}  `));
    return line?.split(' ')[0] ?? '';
  };
  const statusOf = async (postId: unknown) => {
    const { data } = await app.call('get_post_status', { post_id: postId });
    return (data.variants as { status: string; error_code: string | null }[])[0];
  };
  const plan = async (accountId: string) => {
    const scheduled_at = new Date(Date.now() + day).toISOString();
    return (await app.call('create_post', { content: 'Hallo', account_ids: [accountId], scheduled_at })).data
      .id;
  };

  // keeps: run.operator
  test('pauses, resumes and removes an account', async () => {
    const id = await idOf('bluesky');
    const post = await plan(id);
    equal((await account('pause', id)).code, 0);
    deepEqual([await stateOf(app.app, id), (await statusOf(post))?.error_code], ['paused', 'account_paused']);
    match((await account('list')).said, new RegExp(`${id}  test  bluesky  .*  paused`));
    equal((await account('resume', id)).code, 0);
    deepEqual([await stateOf(app.app, id), (await statusOf(post))?.error_code], ['active', null]);
    equal((await account('remove', id)).code, 0);
    deepEqual([await stateOf(app.app, id), (await statusOf(post))?.status], ['removed', 'canceled']);
    equal((await account('resume', id)).code, 2);
    match((await account('pause', randomUUID())).said, /account list names the ids/);
  });

  test('cannot resume what must be connected again', async () => {
    const id = await idOf('twitter');
    await setAccountState(app.app.db.query, id, 'reconnect');
    for (const action of ['pause', 'resume']) {
      const { code, said } = await account(action, id);
      deepEqual([code, said.includes('must be connected again')], [1, true]);
    }
    const { code, said } = await heard((say) => doctor(app.app, say));
    equal(code, 1);
    match(said, /BAD {2}Accounts: twitter .* must be connected again/);
    await setAccountState(app.app.db.query, id, 'active');
  });

  // keeps: run.operator
  test('is told the next step, in English, when an account cannot be connected yet', async () => {
    const connect = (platform: string, mode?: string) =>
      heard((say) => accountCommand(app.app, ['connect', platform], mode ? { mode } : {}, say));
    deepEqual(await connect('facebook'), {
      code: 1,
      said: 'Enter your app at facebook first: npm run postbote -- account app facebook --client-id ID',
    });
    deepEqual(await connect('facebook', 'both'), { code: 2, said: '--mode is live or test' });
  });

  test('gets links that open, whatever address the server is bound to', async () => {
    for (const [host, begins] of [
      ['0.0.0.0', /^http:\/\/127\.0\.0\.1:80\/invite\//],
      ['::1', /^http:\/\/\[::1\]:80\/invite\//],
    ] as const) {
      const bound = { ...app.app, config: { ...app.app.config, host, port: 80, baseUrl: null } };
      const options = { role: 'viewer', json: false, 'drop-second-factor': false };
      match((await heard((say) => userCommand(bound, ['invite'], options, say))).said, begins);
    }
  });

  test('hears from the doctor where the encryption key in use comes from', async () => {
    const config = { ...app.app.config, encryptionKey: Buffer.alloc(32, 9) };
    const line = async (at: typeof app.app) => (await heard((say) => doctor(at, say))).said.split('\n')[2];
    match(String(await line(app.app)), /Encryption key: in the data directory/);
    match(String(await line({ ...app.app, config })), /Encryption key: from the environment/);
  });

  test('sees no line that publishes to a sandbox which is off', () => {
    const first = { workspaceId: app.workspaceId, key: 'pb_test_x', setupToken: 't' };
    const running = { app: app.app, url: 'http://a.example', first, stop: async () => {} };
    match(welcome({ ...running, sandboxUrl: 'http://a.example/sandbox' }), /curl -s .*publish_now/);
    const off = welcome({ ...running, sandboxUrl: null });
    match(off, /The sandbox is off[\s\S]*key create --mode live/);
    doesNotMatch(off, /curl|Publish to the sandbox/);
  });

  test('pauses and resumes everything', async () => {
    const post = await plan(await idOf('twitter'));
    const say = (word: string) => heard((tell) => publishingCommand(app.app, [word], tell));
    equal((await say('pause')).code, 0);
    equal((await statusOf(post))?.error_code, 'publishing_paused');
    match(
      (await heard((tell) => doctor(app.app, tell))).said,
      /ok {3}Publisher: paused, .*publishing resume/,
    );
    equal((await say('resume')).code, 0);
    equal((await statusOf(post))?.error_code, null);
    equal((await say('stop')).code, 2);
  });

  test('is told ahead of time that a login ends which nothing renews', async () => {
    const found = {
      externalId: 'urn:li:person:x',
      name: 'Ohne Erneuerung',
      username: null,
      credentials: { accessToken: 't', expiresAt: app.app.clock.now() + day / 2 },
    };
    const owner = { workspaceId: app.workspaceId, mode: 'test' as const };
    const id = await saveLogin(app.app, owner, 'linkedin', found);
    const row = async () =>
      app.app.db.query
        .selectFrom('accounts')
        .select(['refresh_at', 'expires_at', 'state'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = { refresh_at: null, expires_at: found.credentials.expiresAt, state: 'active' };
    deepEqual({ ...(await row()) }, before);
    // Nothing wakes for it: there is nothing to be done but by its owner.
    await refreshLogins(app.app);
    deepEqual({ ...(await row()) }, before);
    const { said } = await heard((say) => doctor(app.app, say));
    match(said, /ok {3}Accounts: the login of linkedin Ohne Erneuerung ends on \d{4}-/);
    match((await account('list')).said, /Ohne Erneuerung {2}active, login ends \d{4}-/);
    // With a refresh token it has no end to tell of.
    const renewed = { ...found, credentials: { ...found.credentials, refreshToken: 'r' } };
    await saveLogin(app.app, owner, 'linkedin', renewed);
    deepEqual([(await row()).expires_at, (await row()).refresh_at === null], [null, false]);
  });
});

test('a server bound to every address is looked for on loopback', () => {
  for (const [host, url] of [
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://127.0.0.1:80'],
    ['::1', 'http://[::1]:80'],
  ] as const) {
    equal(localUrl({ host, port: 80 }), url);
  }
});

// keeps: run.failed-start
test('a start that fails after listening gives the port back', async () => {
  const database = await makeDatabase('sqlite');
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => free.once('listening', resolve));
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const nobody = 'http://127.0.0.1:1';
  const env = { ...database.env, PORT: String(port), POSTBOTE_LOG: 'silent', POSTBOTE_SANDBOX_URL: nobody };
  await rejects(
    serve(readConfig(env), pino({ level: 'silent' })),
    /no sandbox answers at .* POSTBOTE_SANDBOX_URL/,
  );
  const again = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => again.once('listening', resolve).once('error', reject));
  await new Promise((resolve) => again.close(resolve));
  await database.drop();
});

// keeps: run.bad-config
test('a start that cannot reach its database or listen names the setting to correct', async () => {
  const database = await makeDatabase('sqlite');
  for (const [wrong, words] of [
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, /^The database that DATABASE_URL names .*ECONNREFUSED/],
    [{ HOST: '192.0.2.1' }, /^it cannot listen on port 0 of 192\.0\.2\.1 .*; correct HOST and PORT$/],
  ] as const) {
    const config = readConfig({ ...database.env, PORT: '0', POSTBOTE_LOG: 'silent', ...wrong });
    await rejects(serve(config, pino({ level: 'silent' })), (error) => {
      ok(error instanceof ConfigError);
      match(error.problems.join(), words);
      return true;
    });
  }
  await database.drop();
});

// keeps: run.first-start
test('the first start makes the data directory, also when the key is in the environment', async () => {
  const database = await makeDatabase('sqlite');
  const fresh = join(database.dataDir, 'not', 'there');
  const key = Buffer.alloc(32, 7).toString('base64');
  const env = { POSTBOTE_DATA: fresh, POSTBOTE_ENCRYPTION_KEY: key, PORT: '0' };
  const running = await serve(readConfig(env), pino({ level: 'silent' }));
  equal(statSync(fresh).mode & 0o777, 0o700);
  match(String(running.first?.key), /^pb_test_/);
  await running.stop();
  await database.drop();
});
