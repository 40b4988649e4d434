import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createKey } from '../src/keys/create-key.ts';
import { cancelPost } from '../src/posts/cancel-post.ts';
import { onBothDatabases } from './databases.ts';
import { addAccount, addWorkspace } from './fill-app.ts';
import { startApp, type TestApp } from './start-app.ts';

const hour = 60 * 60 * 1000;
const at = (ms: number) => new Date(ms).toISOString();
const slotOf = (data: Record<string, unknown>) => Date.parse(String(data.scheduled_at));

describe('scheduled_at', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());
  const create = (scheduled_at: string, more = {}) =>
    app.call('create_post', { content: 'x', platforms: ['bluesky'], scheduled_at, ...more });

  test('may be written in every common form, and comes back in UTC', async () => {
    for (const [given, expected] of [
      ['2030-12-24T18:00:00Z', '2030-12-24T18:00:00.000Z'],
      ['2030-12-24T18:00:00.123Z', '2030-12-24T18:00:00.123Z'],
      ['2030-12-24T18:00Z', '2030-12-24T18:00:00.000Z'],
      ['2030-12-24 18:00:00', '2030-12-24T18:00:00.000Z'],
      ['2030-12-24T18:00:00', '2030-12-24T18:00:00.000Z'],
      ['2030-12-24T18:00:00+01:00', '2030-12-24T17:00:00.000Z'],
      ['2030-12-24T18:00:00-0530', '2030-12-24T23:30:00.000Z'],
      ['2030-12-31T23:30:00-01', '2031-01-01T00:30:00.000Z'],
      ['20301224T180000Z', '2030-12-24T18:00:00.000Z'],
    ]) {
      const { data, text } = await create(String(given));
      assert.equal(data.scheduled_at, expected, `${given} ${text}`);
      assert.equal(data.status, 'scheduled');
    }
  });

  test('needs a time of day', async () => {
    for (const given of ['2030-12-24', '20301224']) {
      const { text, detail } = await create(given);
      assert.equal(text, 'scheduled_at braucht eine Uhrzeit');
      assert.equal(detail.code, 'scheduled_at_date_only');
    }
  });

  test('must be a time that exists', async () => {
    for (const given of [
      '',
      'morgen',
      '2030-02-30T12:00:00Z',
      '2030-01-01T25:00:00Z',
      '24.12.2030 18:00',
      '1789',
    ]) {
      const { text, detail } = await create(given);
      assert.equal(text, 'scheduled_at ist keine gültige ISO-8601-Zeit', given);
      assert.equal(detail.code, 'scheduled_at_wrong');
    }
  });

  test('may lie 60 seconds back and no further', async () => {
    const { text, detail } = await create(at(Date.now() - 61_000));
    assert.equal(text, 'scheduled_at liegt in der Vergangenheit');
    assert.equal(detail.code, 'scheduled_at_past');
    assert.match(String(detail.next_action), /publish_now/);
    assert.equal((await create(at(Date.now() - 50_000))).isError, false);
  });

  test('with an offset is compared in UTC', async () => {
    const local = at(Date.now() + 30 * 60_000 + 2 * hour).replace('Z', '+02:00');
    assert.equal((await create(local)).isError, false);
    const past = at(Date.now() + 30 * 60_000).replace('Z', '+02:00');
    assert.equal((await create(past)).detail.code, 'scheduled_at_past');
  });

  test('must come within ten years', async () => {
    assert.equal((await create(at(Date.now() + 11 * 366 * 24 * hour))).detail.code, 'scheduled_at_too_far');
  });
});

onBothDatabases('use_queue', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind });
  });
  after(() => app.close());

  /** A workspace of its own, so that each test starts with an empty queue. */
  async function newQueue() {
    const { workspaceId, key, liveKey } = await addWorkspace(app.app);
    const account = await addAccount(app.app, workspaceId, 'bluesky');
    const live = await addAccount(app.app, workspaceId, 'bluesky', { mode: 'live' });
    const create = async (args: object = {}) =>
      (await app.call('create_post', { content: 'x', account_ids: [account], ...args }, key)).data;
    const createLive = async (args: object = {}) =>
      (await app.call('create_post', { content: 'x', account_ids: [live], ...args }, liveKey)).data;
    const keyId = (await createKey(app.app, workspaceId, { mode: 'test', name: 'owner' })).id;
    const caller = { keyId, workspaceId, mode: 'test' as const };
    const cancel = (id: unknown) => cancelPost(app.app, caller, String(id));
    const setState = (id: unknown, state: 'failed' | 'published' | 'unconfirmed') =>
      app.app.db.query.updateTable('deliveries').set({ state }).where('post_id', '=', String(id)).execute();
    return { create, createLive, cancel, setState };
  }
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 20_000, `${at(actual)} is not near ${at(expected)}`);

  test('gives the first post the slot in four hours, the next ones four hours more each', async () => {
    const { create } = await newQueue();
    const first = slotOf(await create({ use_queue: true }));
    near(first, Date.now() + 4 * hour);
    assert.equal(slotOf(await create({ use_queue: true })), first + 4 * hour);
    assert.equal(slotOf(await create({ use_queue: true })), first + 8 * hour);
  });

  test('counts from the latest scheduled post, however it was scheduled', async () => {
    const { create } = await newQueue();
    const far = Date.now() + 50 * hour;
    await create({ scheduled_at: at(far) });
    await create({ scheduled_at: at(Date.now() + hour) });
    assert.equal(slotOf(await create({ use_queue: true })), far + 4 * hour);
  });

  test('wins over scheduled_at, even a past one', async () => {
    const { create } = await newQueue();
    near(
      slotOf(await create({ use_queue: true, scheduled_at: at(Date.now() + 99 * hour) })),
      Date.now() + 4 * hour,
    );
    near(
      slotOf(await create({ use_queue: true, scheduled_at: '2020-01-01T00:00:00Z' })),
      Date.now() + 8 * hour,
    );
  });

  test('that is false changes nothing', async () => {
    const { create } = await newQueue();
    assert.equal((await create({ use_queue: false })).status, 'draft');
    const time = at(Date.now() + 5 * hour);
    assert.equal((await create({ use_queue: false, scheduled_at: time })).scheduled_at, time);
  });

  test('looks past drafts, canceled and failed posts', async () => {
    const { create, cancel, setState } = await newQueue();
    await create();
    await cancel((await create({ scheduled_at: at(Date.now() + 30 * hour) })).id);
    await setState((await create({ scheduled_at: at(Date.now() + 40 * hour) })).id, 'failed');
    near(slotOf(await create({ use_queue: true })), Date.now() + 4 * hour);
  });

  test('counts posts that are out, or may be', async () => {
    for (const state of ['published', 'unconfirmed'] as const) {
      const { create, setState } = await newQueue();
      const time = Date.now() + 9 * hour;
      await setState((await create({ scheduled_at: at(time) })).id, state);
      assert.equal(slotOf(await create({ use_queue: true })), time + 4 * hour, state);
    }
  });

  test('never gives a slot less than four hours from now', async () => {
    const { create } = await newQueue();
    await create({ scheduled_at: at(Date.now() + 60_000) });
    const slot = slotOf(await create({ use_queue: true }));
    near(slot, Date.now() + 4 * hour + 60_000);
  });

  test('keeps test and live, and every workspace, apart', async () => {
    const one = await newQueue();
    await one.create({ scheduled_at: at(Date.now() + 80 * hour) });
    near(slotOf(await one.createLive({ use_queue: true })), Date.now() + 4 * hour);
    near(slotOf(await (await newQueue()).create({ use_queue: true })), Date.now() + 4 * hour);
    assert.ok(slotOf(await one.create({ use_queue: true })) > Date.now() + 83 * hour);
  });

  test('gives calls at once distinct slots', async () => {
    const { create } = await newQueue();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => create({ content: randomUUID(), use_queue: true })),
    );
    const slots = made.map(slotOf).sort((a, b) => a - b);
    assert.deepEqual(
      slots.slice(1).map((slot, index) => slot - Number(slots[index])),
      Array(7).fill(4 * hour),
    );
  });
});
