import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import { sql } from 'kysely';
import { addSandboxAccount } from '../src/accounts/add-sandbox-accounts.ts';
import { endLogins } from '../src/accounts/end-logins.ts';
import { refreshLogins } from '../src/accounts/refresh-logins.ts';
import { removeAccount } from '../src/accounts/remove-account.ts';
import { freeAccount, holdAccount } from '../src/store/account-holds.ts';
import { deleteWorkspace } from '../src/workspaces/delete-workspace.ts';
import type { Browser, Reply } from './browser.ts';
import { bringPeople, type People } from './dashboard-people.ts';
import { onBothDatabases } from './databases.ts';
import { addPublishingAccount, addWorkspace } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { endable, loginsOf, showAgain } from './shown-logins.ts';
import { callTool, startApp, type TestApp } from './start-app.ts';
import { waitFor } from './start-node.ts';

onBothDatabases('a workspace at the dashboard', (kind) => {
  let app: TestApp;
  let people: People;
  let inWorkspace: string;
  let base: string;
  /** Everything the API said in this file: no secret may stand in it but where it is made. */
  const said: string[] = [];
  const secrets: string[] = [];
  /** What the platforms are asked passes by here first, so that a test can keep a request on its way. */
  let pass = async (_url: string, _signal?: AbortSignal | null): Promise<void> => {};
  /** And what they answer here. */
  let back = async (_url: string, _answer: Response): Promise<void> => {};
  const passing: typeof fetch = async (input, init) => {
    await pass(String(input), init?.signal);
    const answer = await fetch(input, init);
    await back(String(input), answer);
    return answer;
  };
  before(async () => {
    app = await startApp({ kind, parts: { fetch: passing } });
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

  /** Keeps requests to this address on their way; `arrived` when the first is there. */
  const keep = (part: string) => {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    pass = async (url) => {
      if (!url.includes(part)) return;
      arrived.resolve();
      await released.promise;
    };
    return { arrived: arrived.promise, release: () => released.resolve() };
  };
  const rowsOf = (workspaceId: string) =>
    app.app.db.query
      .selectFrom('accounts')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();

  // keeps: api.delete-workspace
  test('is not deleted while something goes out, and then nothing of it was touched', async () => {
    const { id } = await account('twitter');
    const composition = { text: 'Später', accountIds: [id], media: [] };
    const plan = { kind: 'at', at: app.app.clock.now() + 86_400_000 };
    const planned = `${base}/posts/${randomUUID()}`;
    const saved = await send(people.editor, 'PUT', planned, { revision: null, composition, plan });
    equal(saved.status, 200);
    const logins = await rowsOf(app.workspaceId);
    const asked = (await controlSandbox(app).requests()).at(-1)?.seq ?? 0;
    const { arrived, release } = keep('/2/tweets');
    const { data } = await app.call('publish_now', { content: 'Jetzt', account_ids: [id] });
    await arrived;
    const refused = await send(people.owner, 'DELETE', `${inWorkspace}/settings?confirm=B%C3%A4ckerei`);
    equal(refused.status, 409, JSON.stringify(refused.data));
    release();
    equal((await app.ended(String(data.id))).variants[0]?.status, 'published');
    equal((await get(planned)).data.state, 'scheduled');
    const fresh = await rowsOf(app.workspaceId);
    deepEqual(
      fresh.map(({ credentials, refresh_at }) => [credentials, refresh_at]),
      logins.map(({ credentials, refresh_at }) => [credentials, refresh_at]),
    );
    const requests = await controlSandbox(app).requests(asked);
    deepEqual(
      requests.map(({ operation }) => operation),
      ['tweets'],
    );
  });

  // keeps: api.delete-workspace
  test('goes from under a delivery that has made nothing public yet, and the publisher goes on', async () => {
    const other = await addWorkspace(app.app);
    const gone = await addPublishingAccount(app, other.workspaceId, 'bluesky');
    const sandbox = controlSandbox(app);
    const defects = mock.method(app.app.log, 'error');
    const { arrived, release } = keep('uploadBlob');
    const post = { content: 'Vorbei', account_ids: [gone.id], media_urls: [sandbox.sample('square.jpg')] };
    equal((await callTool(app.url, other.key, 'publish_now', post)).isError, false);
    await arrived;
    await deleteWorkspace(app.app, other.workspaceId, 'Andere');
    release();
    await waitFor('the upload', async () =>
      (await sandbox.requests()).some(({ operation }) => operation === 'uploadBlob'),
    );
    const { id } = await account('bluesky');
    const { data } = await app.call('publish_now', { content: 'Weiter', account_ids: [id] });
    equal((await app.ended(String(data.id))).variants[0]?.status, 'published');
    deepEqual(await sandbox.posts('bluesky', gone.username), []);
    equal(defects.mock.callCount(), 0);
    defects.mock.restore();
  });

  // keeps: accounts.revoke
  test('signs out without waiting for a platform that says nothing, and asks it for a few at once', async () => {
    const { workspaceId } = await addWorkspace(app.app);
    for (const platform of ['bluesky', ...Array(5).fill('twitter')] as const) {
      await addPublishingAccount(app, workspaceId, platform);
    }
    const logins = await loginsOf(app, workspaceId);
    let [silent, open, most] = [4, 0, 0];
    pass = async (url, signal) => {
      if (!url.includes('/2/oauth2/revoke')) return;
      open += 1;
      most = Math.max(most, open);
      if (silent-- > 0) {
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
      }
      open -= 1;
    };
    await endLogins(app.app, await rowsOf(workspaceId), { eachMs: 3000 });
    pass = async () => {};
    deepEqual([open, most], [0, 4]);
    const said = await Promise.all(logins.map((one) => showAgain(app, [one])));
    equal(said.filter(({ bluesky }) => bluesky === 'platform_auth').length, 1);
    equal(said.filter(({ twitter }) => twitter === 'goes on').length, 4);
    equal(said.filter(({ twitter }) => twitter === 'platform_auth').length, 1);
  });

  // It waits on the clock, and no database has a part in it.
  if (kind === 'sqlite') {
    // keeps: accounts.revoke
    test('signs an account out that was still in use when it was removed, once it is free', async () => {
      const { workspaceId } = await addWorkspace(app.app);
      const { id } = await addPublishingAccount(app, workspaceId, 'twitter');
      const logins = await loginsOf(app, workspaceId);
      const since = (await controlSandbox(app).requests()).at(-1)?.seq ?? 0;
      const { query } = app.app.db;
      const now = app.app.clock.now();
      ok(await holdAccount(query, id, 'somebody', now, now + 600_000));
      await removeAccount(app.app, { workspaceId, mode: 'test' }, id);
      const ended = async () =>
        (await controlSandbox(app).requests(since)).filter((one) => one.operation === 'revoke').length === 2;
      equal(await ended(), false);
      await freeAccount(query, id, 'somebody');
      await waitFor('its end', ended);
      deepEqual(await showAgain(app, logins), { twitter: 'platform_auth' });
    });
  }

  // keeps: accounts.revoke
  test('is gone with a login that was renewed while it went', async () => {
    const { workspaceId } = await addWorkspace(app.app);
    const { id } = await addPublishingAccount(app, workspaceId, 'twitter');
    const [login] = await loginsOf(app, workspaceId);
    const since = (await controlSandbox(app).requests()).at(-1)?.seq ?? 0;
    let fresh: { access_token: string; refresh_token: string } | null = null;
    back = async (url, answer) => {
      if (fresh || !url.endsWith('/2/oauth2/token')) return;
      fresh = await answer.clone().json();
      await deleteWorkspace(app.app, workspaceId, 'Andere');
    };
    await app.app.db.query.updateTable('accounts').set({ refresh_at: 1 }).where('id', '=', id).execute();
    // Whoever keeps house may be quicker.
    await refreshLogins(app.app);
    const { access_token: accessToken, refresh_token: refreshToken } = await waitFor('it', async () => fresh);
    back = async () => {};
    ok(login && login.credentials.refreshToken !== refreshToken);
    const renewed = { ...login, credentials: { ...login.credentials, accessToken, refreshToken } };
    // Each token by itself: those that were stored, and those that came too late to be.
    await waitFor('its end', async () => {
      const ended = (await controlSandbox(app).requests(since)).filter((one) => one.operation === 'revoke');
      return ended.length === 4;
    });
    deepEqual(await showAgain(app, [renewed]), { twitter: 'platform_auth' });
  });

  // keeps: accounts.revoke
  test('is gone with its logins, but for those that another workspace needs', async () => {
    const other = await addWorkspace(app.app);
    for (const platform of endable) {
      const input = { platform, username: 'postbote', name: 'Postbote Demo' };
      await addSandboxAccount(app.app, String(app.sandboxUrl), other.workspaceId, input);
    }
    const theirs = await loginsOf(app, other.workspaceId);
    await deleteWorkspace(app.app, other.workspaceId, 'Andere');
    const others = { tiktok: 'goes on', linkedin: 'goes on', youtube: 'goes on', google_business: 'goes on' };
    deepEqual(await showAgain(app, theirs), {
      bluesky: 'platform_auth',
      twitter: 'platform_auth',
      ...others,
    });
  });

  // keeps: api.delete-workspace, accounts.revoke
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
    const logins = await loginsOf(app, app.workspaceId);
    equal((await send(people.owner, 'DELETE', `${settings}?confirm=Konditorei`)).status, 200);
    deepEqual(await showAgain(app, logins), Object.fromEntries(endable.map((id) => [id, 'platform_auth'])));
    equal((await get(`${inWorkspace}/keys`, people.owner)).status, 404);
    deepEqual((await get('/api/me', people.owner)).data.workspaces, []);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.key}` };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    equal((await fetch(`${app.url}/mcp`, { method: 'POST', headers, body })).status, 401);
    equal((await get(`${other}/keys`, people.stranger)).data.keys.length, theirKeys);
  });
});
