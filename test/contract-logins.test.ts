import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { beginConnect } from '../src/accounts/begin-connect.ts';
import { connectWithPassword } from '../src/accounts/connect-with-password.ts';
import { refreshLogins } from '../src/accounts/refresh-logins.ts';
import { removeAccount } from '../src/accounts/remove-account.ts';
import { type PlatformId, platformIds } from '../src/contract/platform-ids.ts';
import { PostboteError } from '../src/errors.ts';
import { platformById } from '../src/platforms/index.ts';
import type { Platform } from '../src/platforms/platform.ts';
import type { Credentials } from '../src/platforms/signing-in.ts';
import { contracts } from './contract/index.ts';
import { plainPost, publishAnother } from './contract/plain-post.ts';
import type { PlatformContract } from './contract/platform-contract.ts';
import { openStage, type Stage, type StageAccount } from './contract/stage.ts';
import { waitFor } from './start-node.ts';

/** The part of the contract that is about logins: connecting, renewing, running out, being revoked. */
let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

const codeOf = (error: unknown) => (error instanceof PostboteError ? error.code : String(error));
const violationsOf = (run: Promise<unknown>) =>
  run.then(
    () => [],
    (error: PostboteError) => error.violations.map(({ code }) => code),
  );

// Platforms side by side, the tests of each in turn: what the request log shows belongs to the test that looks.
describe('the contract, logins', { concurrency: true }, () => {
  for (const id of platformIds) {
    describe(id, { concurrency: 1 }, () => {
      connecting(id, platformById(id) as Platform, contracts[id]);
      lasting(id, contracts[id]);
      leaving(id, platformById(id) as Platform);
    });
  }
});

function lasting(id: PlatformId, contract: PlatformContract): void {
  const posts = async (account: StageAccount) => await stage.sandbox.posts(id, account.username);
  const lastSeq = async () => (await stage.sandbox.requests()).at(-1)?.seq ?? 0;
  const asked = async (since: number) =>
    (await stage.sandbox.requests(since)).filter((one) => one.platform === id);
  const simple = (text: string) => plainPost(contract, text);

  // keeps: platforms.tokens
  test('a login is renewed ahead of its end, before anything else, and once', async () => {
    const { renewal, dueSeconds } = contract.login;
    const account = await stage.account(id);
    const old = await stage.credentials(account);
    if (dueSeconds === null) return assert.equal(old.expiresAt, undefined, 'it has no end');
    const login = await stage.signIn(id, account, dueSeconds);
    // Counted from here: whoever keeps house may be quicker than the publisher, and then it need not.
    const since = await lastSeq();
    await stage.replaceCredentials(account, login);
    const ended = await stage.publish(account, simple('Mit frischem Schlüssel'));
    assert.equal(ended.state, 'published', ended.words);
    const requests = await asked(since);
    assert.equal(requests[0]?.operation, renewal);
    assert.equal(requests.filter(({ operation }) => operation === renewal).length, 1);
    const fresh = await stage.credentials(account);
    assert.ok(Number(fresh.expiresAt) > stage.app.app.clock.now() + dueSeconds * 1000);
  });

  test('a token that the platform no longer takes is renewed once, and the post goes out', async () => {
    const account = await stage.account(id);
    await stage.sandbox.fault({ platform: id, account: account.username, fault: 'expired_token' });
    const since = await lastSeq();
    if (!contract.login.curable) {
      await stage.save(await stage.check(account, simple('Ohne Anmeldung')));
      await publishAnother(stage, id, contract);
      assert.deepEqual(await posts(account), []);
      return;
    }
    const ended = await stage.publish(account, simple('Abgelaufen'));
    assert.equal(ended.state, 'published', ended.words);
    const renewals = (await asked(since)).filter(({ operation }) => operation === contract.login.renewal);
    assert.equal(renewals.length, 1);
    assert.equal((await posts(account)).length, 1);
  });

  // keeps: connect.revoked
  test('a login that was revoked asks its owner to connect again, and nothing is published', async () => {
    const account = await stage.account(id);
    const waiting = await stage.check(account, simple('Ohne Anmeldung'));
    const { extra: { appPassword: _, ...extra } = {}, ...old } = await stage.credentials(account);
    const ends = stage.app.app.clock.now() + (contract.login.dueSeconds ?? 0) * 1000;
    await stage.replaceCredentials(account, {
      ...old,
      extra,
      accessToken: 'widerrufen',
      ...(old.refreshToken && { refreshToken: 'widerrufen' }),
      ...(old.expiresAt && { expiresAt: ends }),
    });
    // The housekeeping, or the test of another platform, may have it in hand just now and come to the same.
    await waitFor('a login that is gone', async () => {
      await refreshLogins(stage.app.app);
      return (await stateOf(account)) === 'reconnect';
    });
    await stage.save(waiting);
    await publishAnother(stage, id, contract);
    assert.deepEqual(await posts(account), []);
    assert.deepEqual(await violationsOf(stage.check(account, simple('Noch einmal'))), ['no_active_accounts']);
  });
}

function leaving(id: PlatformId, platform: Platform): void {
  const { revocation } = platform.auth;
  const leave = (account: StageAccount) =>
    removeAccount(stage.app.app, { workspaceId: stage.app.workspaceId, mode: 'test' }, account.id);

  // keeps: accounts.revoke
  test(`a removed account ${revocation ? 'is signed out at the platform' : 'is forgotten here'}, unless another needs the login`, async () => {
    const [needed, failing, account] = [
      await stage.account(id),
      await stage.account(id),
      await stage.account(id),
    ];
    const { query } = stage.app.app.db;
    const { call, hosts, now } = await stage.reading(id, account);
    const isOver = ({ extra: { appPassword: _, ...extra } = {}, ...login }: Credentials) => {
      const client = { id: 'postbote-sandbox', secret: 'postbote-sandbox-secret' };
      return platform.auth
        .refresh({ call, hosts, client, now: now(), credentials: { ...login, extra } })
        .then(() => 'goes on', codeOf);
    };
    const logins = await Promise.all([needed, failing, account].map(stage.credentials));
    if (revocation?.ends === 'account') await connectElsewhere(needed);
    await leave(needed);
    assert.equal(
      await isOver(logins[0] as Credentials),
      revocation?.ends === 'login' ? 'platform_auth' : 'goes on',
    );
    // From here on nobody else is left.
    const others = query.updateTable('accounts').set({ state: 'removed' }).where('platform', '=', id);
    await others.where('id', 'not in', [failing.id, account.id]).execute();
    if (revocation) {
      const on = revocation.ends === 'login' && id === 'bluesky' ? 'deleteSession' : 'revoke';
      await stage.sandbox.fault({ platform: id, account: failing.username, fault: 'error_before', on });
    }
    await leave(failing);
    assert.equal(await stateOf(failing), 'removed');
    await leave(account);
    assert.equal(await stateOf(account), 'removed');
    assert.equal(await isOver(logins[2] as Credentials), revocation ? 'platform_auth' : 'goes on');
  });
}

/** What a person does on the platform's page; answers where the browser is sent back to. */
async function decide(url: string, fields: Record<string, string>): Promise<string> {
  const page = await fetch(url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Sign in to/);
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  assert.equal(answer.status, 303);
  return answer.headers.get('location') ?? '';
}

/** Back at our own page; where the login reaches several accounts, `pick` chooses. */
async function comeBack(back: string, pick: (ids: string[]) => string[] = (ids) => ids) {
  const page = await fetch(back);
  const html = await page.text();
  if (!html.includes('Welche Accounts?')) return { status: page.status, html, choices: 1 };
  const ids = [...html.matchAll(/name="account" value="([^"]+)"/g)].map((found) => String(found[1]));
  const state = new URL(back).searchParams.get('state') ?? '';
  const body = new URLSearchParams(pick(ids).map((id) => ['account', id]));
  const picked = await fetch(`${back.split('?')[0]}?state=${state}`, { method: 'POST', body });
  return { status: picked.status, html: await picked.text(), choices: ids.length };
}

function connecting(id: PlatformId, platform: Platform, contract: PlatformContract): void {
  const owner = () => ({ workspaceId: stage.app.workspaceId, mode: 'test' as const });
  const begin = async () => {
    const redirectUri = `${stage.app.url}/connect/${id}/callback`;
    return (await beginConnect(stage.app.app, owner(), { platform: id, redirectUri })).url;
  };
  const mine = async () => {
    const { data } = await stage.app.call('list_social_accounts');
    const all = data as unknown as { id: string; platform: string; platform_username: string }[];
    return all.filter((one) => one.platform === id);
  };

  if (platform.auth.connect?.by === 'password') {
    // keeps: connect.password
    test('connects by password, and a wrong one is refused', async () => {
      const made = await stage.account(id);
      const { extra = {} } = await stage.credentials(made);
      const fields = { identifier: String(extra.identifier), appPassword: String(extra.appPassword) };
      const count = (await mine()).length;
      assert.deepEqual(await connectWithPassword(stage.app.app, owner(), id, fields), [made.username]);
      assert.equal((await mine()).length, count, 'the same account, not a second one');
      const wrong = { ...fields, appPassword: 'aaaa-bbbb-cccc-dddd' };
      assert.equal(
        await connectWithPassword(stage.app.app, owner(), id, wrong).catch(codeOf),
        'connect_refused',
      );
    });
    return;
  }

  const newcomer = { decision: 'allow', username: '', new_username: 'newcomer' };

  // keeps: connect.oauth, connect.again
  test('connects by its login page; where that reaches several accounts one is picked, and again makes no second', async () => {
    const before = (await mine()).map((one) => one.id);
    const first = await comeBack(await decide(await begin(), newcomer), (ids) => ids.slice(0, 1));
    assert.equal(first.status, 200, first.html);
    assert.match(first.html, /Verbunden\./);
    assert.equal(first.choices > 1 ? 'several' : 'one', contract.login.reaches);
    const fresh = (await mine()).filter((one) => !before.includes(one.id));
    assert.equal(fresh.length, 1, 'one new account is there');
    await comeBack(await decide(await begin(), newcomer), (ids) => ids.slice(0, 1));
    assert.equal((await mine()).length, before.length + 1);
    const [account] = fresh;
    assert.ok(account);
    const needed = await firstChoices(id, platform, account.id);
    const target = { ...account, username: '', externalId: '' };
    const ended = await stage.publish(target, { ...plainPost(contract, 'Angekommen'), settings: needed });
    assert.equal(ended.state, 'published', ended.words);
  });

  // keeps: connect.words
  test('a refusal on the page is shown in words, and an address works once', async () => {
    const refused = await comeBack(await decide(await begin(), { decision: 'deny' }));
    assert.equal(refused.status, 400);
    assert.match(refused.html, /abgelehnt/);
    assert.match(refused.html, /access_denied/);
    const back = await decide(await begin(), newcomer);
    await comeBack(back);
    const again = await comeBack(back);
    assert.equal(again.status, 400);
    assert.match(again.html, /abgelaufen/);
  });
}

/** A board that must be chosen is the first one that the platform offers. */
async function firstChoices(
  id: PlatformId,
  platform: Platform,
  accountId: string,
): Promise<Record<string, string>> {
  if (platform.settings.safeParse({}).success || !platform.choices) return {};
  const { query } = stage.app.app.db;
  const row = await query
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const at = await stage.reading(id, {
    id: accountId,
    username: String(row.username),
    externalId: row.external_id,
  });
  const choices = Object.entries(await platform.choices(at));
  return Object.fromEntries(choices.map(([name, values]) => [name, String(values[0]?.value)]));
}

/** The same account in another workspace. */
async function connectElsewhere({ id }: StageAccount): Promise<void> {
  const { query } = stage.app.app.db;
  const row = await query.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const workspace = { id: randomUUID(), name: 'Nebenan', created_at: row.created_at };
  await query.insertInto('workspaces').values(workspace).execute();
  await query
    .insertInto('accounts')
    .values({ ...row, id: randomUUID(), workspace_id: workspace.id })
    .execute();
}

async function stateOf({ id }: StageAccount): Promise<string> {
  const { query } = stage.app.app.db;
  return (await query.selectFrom('accounts').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state;
}
