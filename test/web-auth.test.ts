import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { authOptions } from '../src/web/auth/better-auth.ts';
import type { Browser } from './browser.ts';
import { onBothDatabases } from './databases.ts';
import { startApp, type TestApp } from './start-app.ts';
import { at, newBert as bert, bringVisitors, newAnna, type Visitors } from './visitors.ts';

onBothDatabases('signing in at the dashboard', (kind) => {
  const anna = { ...newAnna };
  let app: TestApp;
  let visitors: Visitors;
  let owner: Browser;
  let inWorkspace: string;
  before(async () => {
    app = await startApp({ kind, config: { trustProxy: true } });
    visitors = bringVisitors(app);
    owner = browser();
    inWorkspace = `/api/w/${app.workspaceId}`;
  });
  after(() => app.close());

  const browser = () => visitors.browser();
  const who = (one: Browser) => visitors.who(one);
  const signIn: Visitors['signIn'] = (user, from) => visitors.signIn(user, from);

  // keeps: people.closed
  test('there is no way in without a link', async () => {
    const stranger = browser();
    equal((await stranger.post(at('/sign-up/email'), anna)).status, 403);
    equal((await stranger.post('/api/setup/guessed', anna)).status, 410);
    deepEqual((await stranger.get('/api/setup/guessed')).data, { valid: false });
    equal((await stranger.post('/api/invitations/guessed', anna)).status, 410);
    equal((await stranger.post(at('/reset/use'), { token: 'guessed', password: 'abcdefghijk' })).status, 410);
    for (const path of [
      '/sign-in/social',
      '/request-password-reset',
      '/change-email',
      '/update-session',
      '/ok',
    ]) {
      equal((await stranger.post(at(path), {})).status, 404, path);
    }
    equal((await stranger.get(at('/sign-in/email'))).status, 405);
    equal((await stranger.get(`${inWorkspace}/members`)).status, 401);
  });

  // keeps: people.setup-once
  test('the set-up link makes one owner, also when two use it at once', async () => {
    const path = `/api/setup/${app.first?.setupToken}`;
    deepEqual((await owner.get(path)).data, { valid: true });
    equal((await owner.post(path, { ...anna, password: 'kurz' })).status, 400);
    const other = browser();
    const replies = await Promise.all([
      owner.post(path, { ...anna, workspaceName: 'Bäckerei', timeZone: 'Europe/Berlin' }),
      other.post(path, { ...anna, workspaceName: 'Bäckerei', timeZone: 'Europe/Berlin' }),
    ]);
    deepEqual(replies.map(({ status }) => status).sort(), [200, 410]);
    if (replies[1]?.status === 200) owner = other;
    equal((await owner.post(path, bert)).status, 410);
    deepEqual((await owner.get(path)).data, { valid: false });
    const signed = await who(owner);
    equal(signed?.user.email, anna.email);
    deepEqual(signed?.memberships, [{ workspaceId: app.workspaceId, role: 'owner' }]);
    equal(signed?.operator, true);
    const { rows } = await sql`select name, time_zone from workspaces`.execute(app.app.db.query);
    deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      [{ name: 'Bäckerei', time_zone: 'Europe/Berlin' }],
    );
  });

  // keeps: people.password
  test('passwords are kept as argon2id with the parameters OWASP asks for', async () => {
    const query = sql<{ password: string }>`select password from user_logins`;
    const [row] = (await query.execute(app.app.db.query)).rows;
    match(String(row?.password), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('signing in takes the right password and sets a cookie that no script can read', async () => {
    for (const wrong of [
      { ...anna, password: 'eine andere Parole' },
      { ...anna, email: 'niemand@example.org' },
    ]) {
      const { status, data, from } = await signIn(wrong);
      deepEqual([status, data.code, from.cookies.size], [401, 'INVALID_EMAIL_OR_PASSWORD', 0]);
    }
    const from = browser();
    const reply = await from.post(at('/sign-in/email'), {
      email: 'Anna@Example.org',
      password: anna.password,
    });
    equal(reply.status, 200);
    const [cookie = ''] = reply.headers.getSetCookie();
    match(cookie, /^postbote\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/);
    equal(reply.headers.get('cache-control'), 'no-store');
    // A cookie without our signature is nobody's.
    const [token = ''] = decodeURIComponent(from.cookies.get('postbote.session_token') ?? '').split('.');
    const forged = createHmac('sha256', 'guess').update(token).digest('base64');
    for (const value of [token, `${token}.`, `${token}.${forged}`, '%', '.']) {
      from.cookies.set('postbote.session_token', encodeURIComponent(value));
      equal(await who(from), null, value);
    }
  });

  // keeps: people.same-origin
  test('what changes something must come from our own page', async () => {
    const body = { email: anna.email, password: anna.password };
    const post = (headers: Record<string, string>) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      return fetch(`${app.url}${at('/sign-in/email')}`, { ...init, body: JSON.stringify(body) });
    };
    equal((await post({})).status, 403);
    equal((await post({ origin: 'http://localhost:9' })).status, 403);
    equal((await post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status, 403);
    equal((await post({ 'sec-fetch-site': 'cross-site' })).status, 403);
    equal((await post({ 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.200' })).status, 200);
    const foreign = { origin: 'http://localhost:9' };
    equal((await owner.post(`${inWorkspace}/invitations`, { role: 'viewer' }, foreign)).status, 403);
    equal((await owner.post(at('/sign-out'), {}, foreign)).status, 403);
    ok(await who(owner));
    equal(
      (await owner.get(at('/get-session'), { host: 'evil.example' })).status,
      200,
      'fetch sets Host itself',
    );
  });

  // keeps: people.sessions
  test('a session ends at once when it is revoked, signed out, too old, or the password changes', async () => {
    const open = async () => (await signIn(anna)).from;
    const listed = async () => (await owner.get(at('/sessions'))).data.sessions;
    const before = new Set((await listed()).map((one: { id: string }) => one.id));

    const revoked = await open();
    const added = (await listed()).find((one: { id: string }) => !before.has(one.id));
    deepEqual([added.current, added.address], [false, visitors.lastAddress()]);
    ok(!JSON.stringify(await listed()).includes('token'));
    equal((await owner.post(at('/sessions/revoke'), { id: added.id })).status, 200);
    equal((await owner.post(at('/sessions/revoke'), { id: added.id })).status, 404);
    equal(await who(revoked), null);
    equal((await revoked.get(`${inWorkspace}/members`)).status, 401);
    equal((await revoked.get(at('/get-session'))).data, null);

    const left = await open();
    equal((await left.post(at('/sign-out'))).status, 200);
    equal(left.cookies.size, 0);

    const stale = await open();
    const id = (await who(stale))?.id ?? '';
    const past = new Date(Date.now() - 1000).toISOString();
    await app.app.db.query.updateTable('sessions').set({ expires_at: past }).where('id', '=', id).execute();
    equal(await who(stale), null);
    equal((await stale.get(`${inWorkspace}/members`)).status, 401);

    const elsewhere = await open();
    const change = {
      currentPassword: anna.password,
      newPassword: 'eine neue Parole',
      revokeOtherSessions: false,
    };
    equal((await owner.post(at('/change-password'), { ...change, currentPassword: 'falsch' })).status, 400);
    equal((await owner.post(at('/change-password'), change)).status, 200);
    anna.password = change.newPassword;
    equal(await who(elsewhere), null);
    ok(await who(owner));
    equal((await listed()).length, 1);
  });

  // keeps: people.guessing
  test('guessing is slowed down per address, on every node', async () => {
    const guesser = browser();
    const guess = () => signIn({ ...anna, password: 'geraten, geraten' }, guesser);
    const tries = [];
    for (let count = 0; count < 22; count += 1) tries.push((await guess()).status);
    deepEqual([tries.indexOf(429), tries.lastIndexOf(401)], [20, 19]);
    const refused = await guesser.post(at('/sign-in/email'), anna);
    deepEqual([refused.status, refused.data.code], [429, 'too_many_requests']);
    ok(Number(refused.headers.get('retry-after')) > 0);
    equal((await signIn(anna)).status, 200);
    const query = sql<{ key: string }>`select key from rate_limits where count >= 20`;
    equal((await query.execute(app.app.db.query)).rows.length, 1);
  });

  // keeps: people.schema
  test('the tables are what better-auth expects', async () => {
    const said: string[] = [];
    const options = {
      ...authOptions(app.app),
      logger: { log: (_: string, text: string) => said.push(text) },
    };
    const { toBeCreated, toBeAdded, toBeAddedIndexes, unsafeChanges, schemaProblems } =
      await getMigrations(options);
    deepEqual(
      { toBeCreated, toBeAdded, toBeAddedIndexes, unsafeChanges, schemaProblems },
      {
        toBeCreated: [],
        toBeAdded: [],
        toBeAddedIndexes: [],
        unsafeChanges: [],
        schemaProblems: [],
      },
    );
    // SQLite keeps no dates, and better-auth does not know the name under which PostgreSQL lists its own bigint.
    const known = /Expected date but got timestamptz|last_request .* Expected number but got int8/;
    deepEqual(
      said.filter((text) => !known.test(text)),
      [],
    );
  });
});
