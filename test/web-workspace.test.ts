import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Browser, Reply } from './browser.ts';
import { bringPeople, type People } from './dashboard-people.ts';
import { onBothDatabases } from './databases.ts';
import { callTool, startApp, type TestApp } from './start-app.ts';

onBothDatabases('a workspace at the dashboard', (kind) => {
  let app: TestApp;
  let people: People;
  let inWorkspace: string;
  let base: string;
  /** Everything the API said in this file: no secret may stand in it but where it is made. */
  const said: string[] = [];
  const secrets: string[] = [];
  before(async () => {
    app = await startApp({ kind });
    people = await bringPeople(app);
    inWorkspace = `/api/w/${app.workspaceId}`;
    base = `${inWorkspace}/test`;
  });
  after(() => app.close());

  const send = async (who: Browser, method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await who.send(method, path, body);
    said.push(JSON.stringify(reply.data));
    return reply;
  };
  const get = (path: string, who = people.viewer) => send(who, 'GET', path);
  type Account = { id: string; platform: string; state: string; waiting: number };
  const account = async (platform: string) => {
    const { accounts } = (await get(`${base}/accounts`)).data as { accounts: Account[] };
    const found = accounts.find((one) => one.platform === platform);
    if (!found) throw new Error(`no ${platform}`);
    return found;
  };

  test('pauses, resumes, tests and removes an account', async () => {
    const { id } = await account('threads');
    const path = `${base}/accounts/${id}`;
    const planned = randomUUID();
    const composition = { text: 'Später', accountIds: [id], media: [] };
    const at = app.app.clock.now() + 86_400_000;
    const saved = { revision: null, composition, plan: { kind: 'at', at } };
    equal((await send(people.editor, 'PUT', `${base}/posts/${planned}`, saved)).status, 200);
    deepEqual((await send(people.editor, 'POST', `${path}/test`, {})).data, {
      ok: true,
      code: null,
      raw: null,
    });
    const paused = await send(people.editor, 'PATCH', path, { paused: true });
    deepEqual([paused.data.state, paused.data.waiting], ['paused', 1]);
    const { chores } = (await get(`${base}/home`)).data;
    deepEqual(
      chores.map((one: { kind: string; accountId: string }) => [one.kind, one.accountId]),
      [['paused', id]],
    );
    equal((await send(people.editor, 'PATCH', path, { paused: false })).data.state, 'active');
    const otherWorld = `${inWorkspace}/live/accounts/${id}`;
    equal((await send(people.editor, 'PATCH', otherWorld, { paused: true })).status, 404);
    equal((await send(people.editor, 'DELETE', otherWorld)).status, 404);
    equal((await send(people.editor, 'DELETE', path)).status, 200);
    for (const method of ['DELETE', 'PATCH']) {
      equal((await send(people.editor, method, path, method === 'PATCH' ? {} : undefined)).status, 404);
    }
    equal((await get(`${base}/posts/${planned}`)).data.state, 'canceled');
    const again = await send(people.editor, 'POST', `${base}/sandbox-accounts`, {});
    deepEqual([again.status, again.data], [200, { added: 1 }]);
    equal((await account('threads')).state, 'active');
    equal((await send(people.editor, 'POST', `${inWorkspace}/live/sandbox-accounts`, {})).status, 404);
  });

  // keeps: api.keys
  test('shows a key once, tests the connection with it, and ends it at once', async () => {
    const made = await people.editor.post(`${inWorkspace}/keys`, { name: 'Claude', mode: 'test' });
    equal(made.status, 200);
    const { key, view } = made.data;
    secrets.push(key);
    ok(!JSON.stringify(view).includes(key));
    equal((await callTool(app.url, key, 'list_social_accounts', {})).isError, false);
    const tried = await send(people.editor, 'POST', `${inWorkspace}/keys/test`, { key });
    deepEqual(
      tried.data.stages.map((one: { name: string; ok: boolean }) => [one.name, one.ok]),
      ['health', 'discovery', 'unauthorized', 'initialize', 'list_tools', 'call_tool'].map((name) => [
        name,
        true,
      ]),
    );
    const listed = async () =>
      (await get(`${inWorkspace}/keys`)).data.keys.find((one: { id: string }) => one.id === view.id);
    deepEqual([(await listed()).name, (await listed()).revokedAt], ['Claude', null]);
    const theirs = `/api/w/${people.elsewhere}/keys/${view.id}`;
    equal((await send(people.stranger, 'DELETE', theirs)).status, 404);
    equal((await send(people.editor, 'DELETE', `${inWorkspace}/keys/${view.id}`)).status, 200);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    equal((await fetch(`${app.url}/mcp`, { method: 'POST', headers, body })).status, 401);
    const refused = await send(people.editor, 'POST', `${inWorkspace}/keys/test`, { key });
    const last = refused.data.stages.at(-1);
    deepEqual([last.name, last.ok], ['initialize', false]);
    ok((await listed()).revokedAt > 0);
  });

  // keeps: api.secrets
  test('takes the secrets of apps and never gives them back', async () => {
    const clientSecret = `secret-${randomUUID()}`;
    secrets.push(clientSecret);
    const entered = { clientId: 'our-app', clientSecret };
    const put = await send(people.owner, 'PUT', '/api/apps/linkedin', entered);
    deepEqual([put.status, put.data.clientId], [200, 'our-app']);
    const { apps } = (await get('/api/apps', people.owner)).data;
    equal(apps.find((one: { platform: string }) => one.platform === 'linkedin').clientId, 'our-app');
    await get(`${inWorkspace}/live/platforms`);
    const begun = await send(people.editor, 'POST', `${inWorkspace}/live/connect/linkedin`, {});
    equal(begun.status, 200);
    ok(begun.data.url.includes('our-app'));
    equal((await send(people.owner, 'DELETE', '/api/apps/linkedin')).status, 200);
    equal((await send(people.owner, 'DELETE', '/api/apps/linkedin')).status, 404);
  });

  // keeps: api.export
  test('is exported whole, without anything that opens a door', async () => {
    const { status, data } = await get(`${inWorkspace}/export`, people.owner);
    equal(status, 200);
    for (const part of ['workspace', 'members', 'api_keys', 'accounts', 'posts', 'deliveries']) {
      ok(data[part].length > 0, part);
    }
    const hidden = await sql<{ value: string }>`
      select credentials as value from accounts union select hash as value from api_keys
      union select password as value from user_logins union select token as value from sessions
      union select hash as value from invitations`.execute(app.app.db.query);
    secrets.push(...hidden.rows.map((row) => row.value).filter((value) => value));
    ok(secrets.length > 10);
    for (const secret of [...secrets, app.key, app.liveKey]) {
      deepEqual(
        said.filter((text) => text.includes(secret)),
        [],
        secret.slice(0, 12),
      );
    }
  });

  // keeps: api.delete-workspace
  test('is changed, and deleted only by its name', async () => {
    const settings = `${inWorkspace}/settings`;
    const change = (fields: object) => send(people.owner, 'PATCH', settings, fields);
    equal((await change({ timeZone: 'Mars/Olympus' })).status, 400);
    const changed = await change({ name: 'Konditorei', timeZone: 'America/New_York', language: 'en' });
    deepEqual(
      [changed.data.name, changed.data.timeZone, changed.data.language],
      ['Konditorei', 'America/New_York', 'en'],
    );
    for (const confirm of ['', 'konditorei', 'Bäckerei']) {
      const path = `${settings}?confirm=${encodeURIComponent(confirm)}`;
      equal((await send(people.owner, 'DELETE', path)).status, 400, confirm);
    }
    const other = `/api/w/${people.elsewhere}`;
    const theirKeys = (await get(`${other}/keys`, people.stranger)).data.keys.length;
    equal((await send(people.owner, 'DELETE', `${settings}?confirm=Konditorei`)).status, 200);
    equal((await get(`${inWorkspace}/keys`, people.owner)).status, 404);
    deepEqual((await get('/api/me', people.owner)).data.workspaces, []);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.key}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    equal((await fetch(`${app.url}/mcp`, { method: 'POST', headers, body })).status, 401);
    equal((await get(`${other}/keys`, people.stranger)).data.keys.length, theirKeys);
  });
});
