import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { userCommand } from '../src/commands/user.ts';
import { inviteMember } from '../src/members/invite-member.ts';
import { insertWorkspace } from '../src/store/workspaces.ts';
import { authOptions } from '../src/web/auth/better-auth.ts';
import { createSessions } from '../src/web/auth/sessions.ts';
import { type Browser, openBrowser } from './browser.ts';
import { onBothDatabases } from './databases.ts';
import { startDoor } from './mcp-harness.ts';
import { startApp, type TestApp } from './start-app.ts';
import { totp } from './totp.ts';

const at = (path: string) => `/api/auth${path}`;
const newAnna = { name: 'Anna', email: 'anna@example.org', password: 'eine lange Parole' };
const newBert = { name: 'Bert', email: 'bert@example.org', password: 'noch eine Parole' };

onBothDatabases('people at the dashboard', (kind) => {
  const anna = { ...newAnna };
  const bert = { ...newBert };
  let app: TestApp;
  let owner: Browser;
  let inWorkspace: string;
  let addresses = 0;
  before(async () => {
    app = await startApp({ kind, config: { trustProxy: true } });
    owner = browser();
    inWorkspace = `/api/w/${app.workspaceId}`;
  });
  after(() => app.close());

  /** Each from an address of its own: limits are counted per address. */
  const browser = () => {
    addresses += 1;
    return openBrowser(app.url, { always: { 'x-forwarded-for': `203.0.113.${addresses}` } });
  };
  const asked = (one: Browser) => ({ headers: { cookie: one.cookie() } }) as IncomingMessage;
  const who = (one: Browser) => createSessions(app.app).readSession(asked(one));
  const signIn = async (user: { email: string; password: string }, from = browser()) => {
    const { status, data } = await from.post(at('/sign-in/email'), {
      email: user.email,
      password: user.password,
    });
    return { from, status, data };
  };
  const invite = async (role: string) => {
    const { status, data } = await owner.post(`${inWorkspace}/invitations`, { role, note: 'für Bert' });
    equal(status, 200);
    match(data.url, /^http:\/\/127\.0\.0\.1:\d+\/invite\/[\w-]{32}$/);
    return { token: String(data.url).split('/').at(-1) ?? '', id: data.invitation.id as string };
  };

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
    deepEqual([added.current, added.address], [false, `203.0.113.${addresses}`]);
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

  // keeps: people.invitations
  test('an invitation works once, for a newcomer or for somebody signed in', async () => {
    const { token } = await invite('editor');
    const newcomer = browser();
    const shown = (await newcomer.get(`/api/invitations/${token}`)).data;
    deepEqual([shown.workspaceName, shown.role], ['Bäckerei', 'editor']);
    ok(
      shown.expiresAt - Date.now() > 6.9 * 24 * 3_600_000 &&
        shown.expiresAt - Date.now() <= 7 * 24 * 3_600_000,
    );
    equal((await newcomer.post(`/api/invitations/${token}`)).status, 401);
    equal((await newcomer.post(`/api/invitations/${token}`, { ...bert, email: anna.email })).status, 409);
    const replies = await Promise.all([
      newcomer.post(`/api/invitations/${token}`, bert),
      browser().post(`/api/invitations/${token}`, { ...bert, email: 'berta@example.org' }),
    ]);
    deepEqual(replies.map(({ status }) => status).sort(), [200, 410]);
    if (replies[0]?.status !== 200) bert.email = 'berta@example.org';
    const people = (await owner.get(`${inWorkspace}/members`)).data;
    deepEqual(
      people.members.map((one: { email: string; role: string }) => [one.email, one.role]),
      [
        [anna.email, 'owner'],
        [bert.email, 'editor'],
      ],
    );
    // The loser of the race left nothing behind.
    const count = await sql<{ n: number }>`select count(*) as n from users`.execute(app.app.db.query);
    equal(Number(count.rows[0]?.n), 2);

    const second = await invite('viewer');
    equal((await owner.post(`/api/invitations/${second.token}`)).data.error, 'already_member');
    equal((await owner.send('DELETE', `${inWorkspace}/invitations/${second.id}`)).status, 200);
    equal((await owner.send('DELETE', `${inWorkspace}/invitations/${second.id}`)).status, 404);
    equal((await newcomer.get(`/api/invitations/${second.token}`)).status, 410);
    equal(
      (await browser().post(`/api/invitations/${second.token}`, { ...bert, email: 'x@y.org' })).status,
      410,
    );

    const third = await invite('viewer');
    await app.app.db.query
      .updateTable('invitations')
      .set({ expires_at: 1 })
      .where('id', '=', third.id)
      .execute();
    equal(
      (await browser().post(`/api/invitations/${third.token}`, { ...bert, email: 'x@y.org' })).status,
      410,
    );
    deepEqual((await owner.get(`${inWorkspace}/members`)).data.invitations, []);
  });

  // keeps: people.roles
  test('a role opens what it should and nothing more, and is gone at once', async () => {
    const { from: editor } = await signIn(bert);
    const { requireMember } = createSessions(app.app);
    const userId = (await who(editor))?.user.id ?? '';
    const may = (role: 'owner' | 'editor' | 'viewer', workspaceId = app.workspaceId) =>
      requireMember(asked(editor), workspaceId, role).then(
        (member) => member.role,
        (error) => error.code,
      );
    deepEqual(
      [await may('viewer'), await may('editor'), await may('owner')],
      ['editor', 'editor', 'forbidden'],
    );
    const elsewhere = randomUUID();
    await insertWorkspace(app.app.db.query, { id: elsewhere, name: 'Fremd', created_at: Date.now() });
    equal(await may('viewer', elsewhere), 'not_found');
    equal((await owner.get(`/api/w/${elsewhere}/members`)).status, 404);
    await rejects(requireMember(asked(browser()), app.workspaceId, 'viewer'), { code: 'unauthenticated' });

    equal((await editor.post(`${inWorkspace}/invitations`, { role: 'owner' })).status, 403);
    equal((await editor.send('PATCH', `${inWorkspace}/members/${userId}`, { role: 'owner' })).status, 403);
    const ownerId = (await who(owner))?.user.id ?? '';
    equal((await editor.send('DELETE', `${inWorkspace}/members/${ownerId}`)).status, 403);
    deepEqual((await editor.get(`${inWorkspace}/members`)).data.invitations, []);

    for (const role of ['viewer', 'owner'] as const) {
      equal((await owner.send('PATCH', `${inWorkspace}/members/${userId}`, { role })).status, 200);
      equal(await may('viewer'), role);
    }
    // Two owners that leave at the same moment: one has to stay.
    const replies = await Promise.all([
      owner.send('PATCH', `${inWorkspace}/members/${ownerId}`, { role: 'viewer' }),
      editor.send('PATCH', `${inWorkspace}/members/${userId}`, { role: 'viewer' }),
    ]);
    deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const query = app.app.db.query.updateTable('members').where('workspace_id', '=', app.workspaceId);
    await query.set({ role: 'owner' }).where('user_id', '=', ownerId).execute();
    await query.set({ role: 'viewer' }).where('user_id', '=', userId).execute();

    equal((await owner.send('DELETE', `${inWorkspace}/members/${ownerId}`)).data.error, 'last_owner');
    const gone = await owner.post(at('/delete-user'), { password: anna.password });
    deepEqual([gone.status, gone.data.code], [409, 'last_owner']);
    ok(await who(owner));
    equal((await owner.send('DELETE', `${inWorkspace}/members/${userId}`)).status, 200);
    equal(await may('viewer'), 'not_found');
    equal((await editor.get(`${inWorkspace}/members`)).status, 404);
    equal((await editor.post(at('/delete-user'), {})).status, 400);
    equal((await editor.post(at('/delete-user'), { password: bert.password })).status, 200);
    equal((await signIn(bert)).status, 401);
  });

  // keeps: people.second-factor
  test('with a second factor the password alone opens nothing; each backup code works once', async () => {
    const enabled = await owner.post(at('/two-factor/enable'), { password: anna.password });
    equal(enabled.status, 200);
    const { totpURI, backupCodes } = enabled.data;
    equal((await owner.post(at('/two-factor/verify-totp'), { code: totp(totpURI) })).status, 200);
    equal((await who(owner))?.user.twoFactor, true);

    const { from, data } = await signIn(anna);
    equal(data.twoFactorRedirect, true);
    equal(await who(from), null);
    const wrong = String((Number(totp(totpURI)) + 1) % 1_000_000).padStart(6, '0');
    equal((await from.post(at('/two-factor/verify-totp'), { code: wrong })).status, 401);
    equal((await from.post(at('/two-factor/verify-totp'), { code: totp(totpURI) })).status, 200);
    ok(await who(from));

    for (const expected of [200, 401]) {
      const { from: again } = await signIn(anna);
      const reply = await again.post(at('/two-factor/verify-backup-code'), { code: backupCodes[0] });
      equal(reply.status, expected);
    }
    const [row] = (
      await sql<{ secret: string; backup_codes: string }>`select * from two_factors`.execute(app.app.db.query)
    ).rows;
    ok(!row?.backup_codes.includes(backupCodes[1]));
    notEqual(row?.secret, new URL(totpURI).searchParams.get('secret'));
  });

  // keeps: people.reset
  test('the operator’s link sets a new password once, ends every session and can drop the second factor', async () => {
    let said = '';
    const user = (...words: string[]) => {
      const options = { json: true, 'drop-second-factor': true, role: 'owner' };
      return userCommand(app.app, words, options, (text) => {
        said = text;
      });
    };
    equal(await user('reset', 'niemand@example.org'), 1);
    equal(await user('list'), 0);
    const [only, ...others] = JSON.parse(said);
    deepEqual([only.email, only.two_factor, others], [anna.email, true, []]);
    equal(await user('invite'), 0);
    equal((await browser().get(`/api/invitations/${JSON.parse(said).url.split('/invite/')[1]}`)).status, 200);
    equal(await user('reset', 'ANNA@example.org'), 0);
    const token = JSON.parse(said).url.split('/reset/')[1];
    const from = browser();
    deepEqual((await from.post(at('/reset/check'), { token })).data, { email: anna.email });
    equal((await from.post(at('/reset/use'), { token, password: 'kurz' })).status, 400);
    const password = 'ganz neue Parole';
    const replies = await Promise.all([1, 2].map(() => from.post(at('/reset/use'), { token, password })));
    deepEqual(replies.map(({ status }) => status).sort(), [200, 410]);
    equal(await who(owner), null);
    equal((await signIn(anna)).status, 401);
    anna.password = password;
    owner = (await signIn(anna)).from;
    equal((await who(owner))?.user.twoFactor, false);
  });

  test('name and address change without a mail, the address only with the password', async () => {
    equal((await owner.post(at('/update-user'), { name: 'Anna', image: 'https://x.example' })).status, 400);
    equal((await owner.post(at('/update-user'), { name: 'Anna B.' })).status, 200);
    const change = { email: 'Anna.B@example.org', password: anna.password };
    equal((await owner.post(at('/account/change-email'), { ...change, password: 'falsch' })).status, 403);
    equal((await owner.post(at('/account/change-email'), { ...change, email: 'kein' })).status, 400);
    equal((await owner.post(at('/account/change-email'), change)).status, 200);
    const { user } = (await owner.get(at('/get-session'))).data;
    deepEqual([user.name, user.email, user.image], ['Anna B.', 'anna.b@example.org', null]);
    anna.email = user.email;
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

describe('a dashboard behind https', () => {
  // keeps: people.silent
  test('has cookies for this host alone, and no secret of anybody in its log', async () => {
    const origin = 'https://post.example.org';
    const bert = newBert;
    const door = await startDoor({ baseUrl: origin });
    try {
      const { workspaceId } = door;
      const { token } = await inviteMember(door.app, null, { workspaceId, role: 'owner' });
      const from = openBrowser(door.url, { origin });
      equal((await from.post(`/api/invitations/${token}`, { ...bert, email: 'wrong' })).status, 400);
      equal((await openBrowser(door.url).post(`/api/invitations/${token}`, bert)).status, 403);
      const reply = await from.post(`/api/invitations/${token}`, bert);
      equal(reply.status, 200);
      const [cookie = ''] = reply.headers.getSetCookie();
      match(cookie, /^__Host-postbote\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      const second = await inviteMember(door.app, null, { workspaceId, role: 'owner' });
      const taken = await openBrowser(door.url, { origin }).post(`/api/invitations/${second.token}`, bert);
      equal(taken.data.error, 'email_taken');
      await from.post(at('/sign-in/email'), { email: bert.email, password: 'falsche Parole' });
      await from.post(at('/sign-in/email'), { email: bert.email, password: bert.password });
      await from.get(at('/sessions'));
      await from.post(at('/two-factor/enable'), { password: 'falsche Parole' });
      await from.post(at('/reset/check'), { token });
      await from.get(`/invite/${token}`);
      const logged = door.logged();
      match(logged, /"path":"\/api\/auth\/sign-in\/email","status":401/);
      match(logged, /Invalid password/);
      const cookies = [...from.cookies.values()].flatMap((value) => decodeURIComponent(value).split('.'));
      for (const secret of [token, second.token, bert.email, bert.password, 'falsche Parole', ...cookies]) {
        ok(!logged.includes(secret) && !logged.includes(encodeURIComponent(secret)), secret);
      }
    } finally {
      await door.close();
    }
  });
});
