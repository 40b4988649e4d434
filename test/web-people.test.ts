import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { userCommand } from '../src/commands/user.ts';
import { insertWorkspace } from '../src/store/workspaces.ts';
import { createSessions } from '../src/web/auth/sessions.ts';
import type { Browser } from './browser.ts';
import { onBothDatabases } from './databases.ts';
import { startApp, type TestApp } from './start-app.ts';
import { totp } from './totp.ts';
import { asked, at, bringVisitors, newAnna, newBert, type Visitors } from './visitors.ts';

onBothDatabases('people at the dashboard', (kind) => {
  const anna = { ...newAnna };
  const bert = { ...newBert };
  let app: TestApp;
  let visitors: Visitors;
  let owner: Browser;
  let inWorkspace: string;
  before(async () => {
    app = await startApp({ kind, config: { trustProxy: true } });
    visitors = bringVisitors(app);
    owner = browser();
    inWorkspace = `/api/w/${app.workspaceId}`;
    const path = `/api/setup/${app.first?.setupToken}`;
    const claimed = { ...anna, workspaceName: 'Bäckerei', timeZone: 'Europe/Berlin' };
    equal((await owner.post(path, claimed)).status, 200);
  });
  after(() => app.close());

  const browser = () => visitors.browser();
  const who = (one: Browser) => visitors.who(one);
  const signIn: Visitors['signIn'] = (user, from) => visitors.signIn(user, from);
  const invite = async (role: string) => {
    const { status, data } = await owner.post(`${inWorkspace}/invitations`, { role, note: 'für Bert' });
    equal(status, 200);
    match(data.url, /^http:\/\/127\.0\.0\.1:\d+\/invite\/[\w-]{32}$/);
    return { token: String(data.url).split('/').at(-1) ?? '', id: data.invitation.id as string };
  };

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
});
