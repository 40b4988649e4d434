import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import { readAnalytics } from '../src/insights/read-analytics.ts';
import { readPulse } from '../src/insights/read-pulse.ts';
import { writeCsv } from '../src/insights/write-csv.ts';
import { writeBeat } from '../src/store/pulse.ts';
import { onBothDatabases } from './databases.ts';
import { type Stage, setStage } from './store-rows.ts';

const at = (iso: string) => Date.parse(iso);
// Clocks in Berlin went back an hour on 25 October; fourteen days begin on 23 October.
const now = at('2026-11-05T10:00:00+01:00');

onBothDatabases('the numbers of a workspace', (kind) => {
  let stage: Stage;
  const ids: Record<string, string> = {};
  before(async () => {
    stage = await setStage(kind);
    const add = async (
      name: string,
      platform: PlatformId,
      publishedAt: string,
      readings: [string, likes: number, reach?: number][],
      more: object = {},
    ) => {
      ids[platform] ??= await stage.account(platform);
      const id = await stage.delivery(ids[platform] ?? '', at(publishedAt), platform);
      ids[name] = id;
      const row = { state: 'published' as const, published_at: at(publishedAt), wake_at: null, text: name };
      await stage.db.query
        .updateTable('deliveries')
        .set({ ...row, ...more })
        .where('id', '=', id)
        .execute();
      for (const [taken, likes, reach = 0] of readings) {
        const numbers = { likes, comments: 1, shares: 0, reach };
        await stage.db.query
          .insertInto('snapshots')
          .values({ delivery_id: id, taken_at: at(taken), ...numbers })
          .execute();
      }
    };
    await add('=Brot, "frisch"', 'bluesky', '2026-10-24T00:15:00+02:00', [
      ['2026-10-24T10:00:00+02:00', 5],
      ['2026-10-24T20:00:00+02:00', 9],
      ['2026-10-24T22:00:00+02:00', 7],
      ['2026-10-25T23:30:00+01:00', 8],
      ['2026-10-26T00:10:00+01:00', 12, 50],
    ]);
    await add('unread', 'bluesky', '2026-11-05T09:59:00+01:00', []);
    await add('before', 'twitter', '2026-10-22T23:59:00+02:00', [
      ['2026-10-22T23:59:59+02:00', 100],
      ['2026-10-24T12:00:00+02:00', 130],
    ]);
    await add('long before', 'youtube', '2026-10-08T23:59:00+02:00', [
      ['2026-10-09T12:00:00+02:00', 40],
      ['2026-11-01T12:00:00+01:00', 43],
    ]);
    await add('failed', 'bluesky', '2026-10-24T12:00:00+02:00', [['2026-10-24T13:00:00+02:00', 999]], {
      state: 'failed',
    });
    await add('live', 'bluesky', '2026-10-24T12:00:00+02:00', [['2026-10-24T13:00:00+02:00', 999]], {
      mode: 'live',
    });
  });
  after(() => stage.close());

  const reach = () => ({ db: stage.db, clock: { now: () => now } as never });
  const read = (days: number, timeZone = 'Europe/Berlin') =>
    readAnalytics(reach(), { workspaceId: stage.workspaceId, mode: 'test' }, { days, timeZone });
  const none = { posts: 0, likes: 0, comments: 0, shares: 0, reach: 0 };

  // keeps: analytics.days
  test('add up per platform and account, beside those of the window before', async () => {
    const { platforms, accounts, best } = await read(14);
    const own = { posts: 2, likes: 12, comments: 1, shares: 0, reach: 50 };
    deepEqual(platforms, [
      { platform: 'twitter', ...none, before: { ...none, posts: 1, likes: 130, comments: 1 } },
      { platform: 'bluesky', ...own, before: none },
    ]);
    deepEqual(
      accounts.map(({ accountId, platform, posts, likes, before }) => [
        accountId,
        platform,
        posts,
        likes,
        before,
      ]),
      [[ids.bluesky, 'bluesky', 2, 12, none]],
    );
    // An account of the stage bears its id as its name.
    deepEqual(
      best.map(({ text, likes, accountName }) => [text, likes, accountName]),
      [
        ['=Brot, "frisch"', 12, ids.bluesky],
        ['unread', 0, ids.bluesky],
      ],
    );
  });

  // keeps: analytics.days
  test('are told for each day of the workspace’s own calendar, across a change of clocks', async () => {
    const days = (await read(14)).days.map(({ day, platform, posts, likes }) => [
      day,
      platform,
      posts,
      likes,
    ]);
    const order = ([day, platform]: unknown[]) => `${day} ${platform}`;
    deepEqual(
      days.sort((a, b) => order(a).localeCompare(order(b))),
      [
        ['2026-10-24', 'bluesky', 1, 7],
        ['2026-10-24', 'twitter', 0, 30],
        ['2026-10-25', 'bluesky', 0, 1],
        ['2026-10-26', 'bluesky', 0, 4],
        ['2026-11-01', 'youtube', 0, 3],
        ['2026-11-05', 'bluesky', 1, 0],
      ],
    );
    const overseas = (await read(14, 'America/New_York')).days;
    deepEqual(
      overseas.filter(({ platform, posts }) => platform === 'bluesky' && posts > 0).map(({ day }) => day),
      ['2026-10-23', '2026-11-05'],
    );
    deepEqual(
      (await read(1)).days.map(({ day }) => day),
      ['2026-11-05'],
    );
  });

  test('come as a table that no spreadsheet takes for formulas', async () => {
    const scope = { workspaceId: stage.workspaceId, mode: 'test' as const };
    const csv = await writeCsv(reach(), scope, { days: 14, timeZone: 'Europe/Berlin' });
    const [head, ...lines] = csv.trim().split('\r\n');
    match(String(head), /^\uFEFF?published_at,platform,account,/);
    equal(lines.length, 2);
    match(String(lines[1]), /,"'=Brot, ""frisch""",,12,1,0,50$/);
  });
});

onBothDatabases('the pulse of the publisher', (kind) => {
  let stage: Stage;
  before(async () => {
    stage = await setStage(kind);
  });
  after(() => stage.close());

  // keeps: api.pulse
  test('tells silence, what is overdue, and how late things went out', async () => {
    const scope = { workspaceId: stage.workspaceId, mode: 'test' as const };
    const clock = { now: () => now } as never;
    const read = (paused = false) => readPulse({ db: stage.db, clock }, scope, paused);
    const { query } = stage.db;
    equal((await read()).stalled, true, 'it never lived');
    await writeBeat(query, now - 20_000);
    const calm = { stalled: false, overdue: 0, latenessP50: null, latenessP95: null, paused: false };
    deepEqual(await read(), { beatAt: now - 20_000, ...calm });
    await writeBeat(query, now - 121_000);
    equal((await read()).stalled, true);
    equal((await read(true)).stalled, false, 'a person stopped it');
    await writeBeat(query, now - 1000);

    const account = await stage.account();
    await stage.delivery(account, now - 29_000);
    await stage.delivery(account, now + 60_000);
    equal((await read()).overdue, 0);
    const late = await stage.delivery(account, now - 31_000);
    deepEqual([(await read()).overdue, (await read()).stalled], [1, true]);
    const held = { busy_by: `${late}:1`, busy_until: now + 1000 };
    await query.updateTable('accounts').set(held).where('id', '=', account).execute();
    deepEqual([(await read()).overdue, (await read()).stalled], [0, false], 'it is in hand');
    const behind = await stage.delivery(account, now - 31_000);
    deepEqual([(await read()).overdue, (await read()).stalled], [1, false], 'it waits behind that');
    await query.deleteFrom('deliveries').where('id', '=', behind).execute();

    for (let index = 0; index < 20; index += 1) {
      const id = await stage.delivery(account, now - 3_600_000);
      const tried = now - 3_600_000 + index * 100;
      const out = { state: 'published' as const, wake_at: null, first_tried_at: tried, published_at: tried };
      await query.updateTable('deliveries').set(out).where('id', '=', id).execute();
    }
    const { latenessP50, latenessP95 } = await read();
    deepEqual([latenessP50, latenessP95], [1000, 1900]);
  });
});
