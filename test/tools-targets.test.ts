import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setAccountState } from '../src/store/accounts.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

let app: TestApp;
let bluesky: string;
let twitter: string;
before(async () => {
  app = await startApp();
  const rows = (await app.call('list_social_accounts')).data as unknown as { platform: string; id: string }[];
  const find = (platform: string) => String(rows.find((row) => row.platform === platform)?.id);
  [bluesky, twitter] = [find('bluesky'), find('twitter')];
});
after(() => app.close());

const create = (targets: object, key?: string) =>
  app.call('create_post', { content: 'Hallo', ...targets }, key);
const accountsOf = async (targets: object) => {
  const { data, text } = await create(targets);
  assert.ok(Array.isArray(data.accounts), text);
  return (data.accounts as { id: string }[]).map(({ id }) => id);
};
const codes = async (targets: object, key?: string) => {
  const { isError, detail } = await create(targets, key);
  assert.equal(isError, true);
  return (detail.violations as { code: string }[]).map(({ code }) => code);
};

// keeps: posts.targets
test('platforms means all active accounts of these platforms', async () => {
  const second = await addAccount(app.app, app.workspaceId, 'bluesky', { name: 'Zweites' });
  const paused = await addAccount(app.app, app.workspaceId, 'bluesky', { state: 'paused' });
  assert.deepEqual((await accountsOf({ platforms: ['bluesky'] })).sort(), [bluesky, second].sort());
  assert.deepEqual(
    (await accountsOf({ platforms: ['bluesky', 'twitter'] })).sort(),
    [bluesky, second, twitter].sort(),
  );
  assert.deepEqual(await accountsOf({ account_ids: [second] }), [second]);
  for (const id of [second, paused]) await setAccountState(app.app.db.query, id, 'removed');
});

test('exactly one of platforms and account_ids is to be given', async () => {
  const both = await create({ platforms: ['bluesky'], account_ids: [bluesky] });
  assert.equal(both.text, 'Nur eines von platforms und account_ids angeben');
  assert.equal(both.detail.code, 'targets_exclusive');
  for (const targets of [{}, { platforms: [] }, { account_ids: [] }]) {
    assert.deepEqual(await codes(targets), ['targets_missing'], JSON.stringify(targets));
  }
  assert.deepEqual(await codes({ platforms: [], account_ids: [] }), ['targets_exclusive']);
});

test('duplicates collapse', async () => {
  assert.deepEqual(await accountsOf({ platforms: ['bluesky', 'bluesky'] }), [bluesky]);
  assert.deepEqual(await accountsOf({ account_ids: [twitter, twitter, twitter.toUpperCase()] }), [twitter]);
});

// keeps: tools.exact-words
test('no active account at all: the words of the interface', async () => {
  const { workspaceId, key } = await addWorkspace(app.app);
  const paused = await addAccount(app.app, workspaceId, 'bluesky', { state: 'paused' });
  for (const targets of [
    { platforms: ['tiktok'] },
    { platforms: ['bluesky'] },
    { account_ids: [randomUUID()] },
    { account_ids: [paused] },
    { platforms: ['youtube', 'threads'] },
  ]) {
    for (const tool of ['create_post', 'publish_now']) {
      const { text, detail, isError } = await app.call(tool, { content: 'Hallo', ...targets }, key);
      assert.equal(isError, true);
      assert.equal(text, 'Keine aktiven Ziel-Accounts');
      assert.equal(detail.code, 'no_active_accounts');
      assert.match(String(detail.next_action), /list_social_accounts/);
    }
  }
});

test('ids that match nothing are skipped and named when others are left', async () => {
  const paused = await addAccount(app.app, app.workspaceId, 'twitter', { state: 'reconnect' });
  const nobody = randomUUID();
  for (const tool of ['create_post', 'publish_now']) {
    const { data } = await app.call(tool, { content: `Da ${tool}`, account_ids: [nobody, bluesky, paused] });
    assert.deepEqual(data.skipped_account_ids, [nobody, paused]);
    const status = await app.call('get_post_status', { post_id: data.id });
    assert.deepEqual(
      (status.data.variants as { account_id: string }[]).map((one) => one.account_id),
      [bluesky],
    );
  }
  assert.equal((await create({ account_ids: [bluesky] })).data.skipped_account_ids, undefined);
});

test('platforms without an active account are named when others are left', async () => {
  const { workspaceId, key } = await addWorkspace(app.app);
  await addAccount(app.app, workspaceId, 'bluesky');
  await addAccount(app.app, workspaceId, 'twitter', { state: 'paused' });
  for (const tool of ['create_post', 'publish_now']) {
    const wanted = { content: `Dort ${tool}`, platforms: ['threads', 'bluesky', 'twitter', 'threads'] };
    assert.deepEqual((await app.call(tool, wanted, key)).data.skipped_platforms, ['threads', 'twitter']);
    const alone = { content: `Nur dort ${tool}`, platforms: ['bluesky'] };
    assert.equal((await app.call(tool, alone, key)).data.skipped_platforms, undefined);
  }
});

// keeps: posts.foreign
test('an account of another workspace is like one that does not exist', async () => {
  const other = await addWorkspace(app.app);
  const theirs = await addAccount(app.app, other.workspaceId, 'bluesky');
  const foreign = await create({ account_ids: [theirs] });
  const unknown = await create({ account_ids: [randomUUID()] });
  assert.deepEqual(foreign, unknown);
  assert.deepEqual((await create({ account_ids: [theirs, bluesky] })).data.skipped_account_ids, [theirs]);
  assert.deepEqual(await codes({ account_ids: [bluesky] }, other.key), ['no_active_accounts']);
});

// keeps: keys.modes
test('a live key cannot use test accounts, nor a test key live ones', async () => {
  const live = await addAccount(app.app, app.workspaceId, 'bluesky', { mode: 'live' });
  assert.deepEqual(await codes({ account_ids: [live] }), ['no_active_accounts']);
  assert.deepEqual(await codes({ account_ids: [bluesky] }, app.liveKey), ['no_active_accounts']);
  const { data } = await create({ platforms: ['bluesky'] }, app.liveKey);
  assert.deepEqual(
    (data.accounts as { id: string }[]).map(({ id }) => id),
    [live],
  );
});

test('per_platform may name a platform once, and only one that is targeted', async () => {
  const twice = await create({
    platforms: ['bluesky'],
    per_platform: [
      { platform: 'bluesky', content: 'a' },
      { platform: 'bluesky', content: 'b' },
    ],
  });
  assert.equal(twice.text, 'per_platform nennt bluesky mehrfach');
  assert.equal(twice.detail.platform, 'bluesky');
  const aside = await create({
    account_ids: [bluesky],
    per_platform: [{ platform: 'twitter', content: 'a' }],
  });
  assert.equal(aside.text, 'per_platform nennt twitter, das kein Ziel ist');
  assert.deepEqual(
    await codes({ platforms: ['bluesky'], per_platform: [{ platform: 'bluesky', content: '' }] }),
    ['content_missing'],
    'an override may not be empty either without media',
  );
});
