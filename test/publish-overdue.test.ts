import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { pauseAccount } from '../src/accounts/pause-account.ts';
import { pausePublishing } from '../src/accounts/pause-publishing.ts';
import { removeAccount } from '../src/accounts/remove-account.ts';
import { resumePublishing } from '../src/accounts/resume-publishing.ts';
import { saveLogin } from '../src/accounts/save-login.ts';
import { type Joined, openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { PostboteError } from '../src/errors.ts';
import { firstStart } from '../src/first-start.ts';
import { platformById } from '../src/platforms/index.ts';
import type { Platform } from '../src/platforms/platform.ts';
import type { Lost } from '../src/platforms/publishing.ts';
import { publishNow } from '../src/posts/publish-now.ts';
import { makeDatabase, onBothDatabases, type TestDatabase } from './databases.ts';
import { waitFor } from './start-node.ts';

const hour = 60 * 60 * 1000;
type Made = { id: string };
const asking = (is: 'live' | 'absent'): Lost<Made> => ({
  by: 'asking',
  looks: [0],
  find: async () => (is === 'live' ? { is, value: { id: 'found' } } : { is }),
  absent: 'repeat',
});
const ways: Record<string, Lost<Made>> = {
  key: { by: 'key' },
  person: { by: 'person' },
  live: asking('live'),
  absent: asking('absent'),
};

/** What stood in the memory when the process died, how the platform can be asked, and what then becomes of it. */
const cases: readonly {
  step: 'none' | 'done' | 'begun' | 'public';
  way: keyof typeof ways;
  ends: string;
  pausedEnds: string;
  sent?: true;
}[] = [
  { step: 'none', way: 'person', ends: 'failed too_late', pausedEnds: 'pending account_paused' },
  { step: 'done', way: 'person', ends: 'failed too_late', pausedEnds: 'pending account_paused' },
  { step: 'begun', way: 'absent', ends: 'failed too_late', pausedEnds: 'pending account_paused' },
  { step: 'begun', way: 'live', ends: 'published', pausedEnds: 'published' },
  { step: 'begun', way: 'key', ends: 'published', pausedEnds: 'publishing account_paused', sent: true },
  {
    step: 'begun',
    way: 'person',
    ends: 'unconfirmed outcome_unknown',
    pausedEnds: 'unconfirmed outcome_unknown',
  },
  { step: 'public', way: 'person', ends: 'published', pausedEnds: 'published' },
];

onBothDatabases('what a process left half done', (kind) => {
  let database: TestDatabase;
  let joined: Joined;
  let owner: { workspaceId: string; mode: 'test' };
  let keyId: string;
  const sent: string[] = [];
  /** What happens to a post of this text when it is sent, and after it is out. */
  const sending = new Map<string, () => Promise<void>>();
  const afterwards = new Map<string, () => void>();
  const platform: Platform = {
    ...(platformById('bluesky') as Platform),
    quotas: [],
    async publish({ step, post, account }) {
      const text = post.text;
      await step.repeat('prepare', async () => 'prepared');
      const { id } = await step.commit(
        'post',
        ways[text.split(' ')[0] ?? ''] ?? { by: 'person' },
        async () => {
          await sending.get(text)?.();
          sent.push(account.externalId);
          return { id: 'made' };
        },
      );
      afterwards.get(text)?.();
      return { id, url: null };
    },
  };
  before(async () => {
    database = await makeDatabase(kind);
    const config = readConfig({ ...database.env, POSTBOTE_LOG: 'silent' });
    joined = await openApp(config, pino({ level: 'silent' }), { platforms: () => platform });
    owner = { workspaceId: (await firstStart(joined.app))?.workspaceId ?? '', mode: 'test' };
    const key = await joined.app.db.query.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    keyId = key.id;
    await joined.startPublisher();
  });
  after(async () => {
    await joined.close();
    await database.drop();
  });

  let count = 0;
  const newAccount = () => {
    count += 1;
    const credentials = { accessToken: 't' };
    const found = { externalId: `x${count}`, name: 'x', username: 'x', credentials };
    return saveLogin(joined.app, owner, 'bluesky', found);
  };
  const read = async (postId: string) => {
    const row = await joined.app.db.query
      .selectFrom('deliveries as d')
      .innerJoin('accounts as a', 'a.id', 'd.account_id')
      .select(['d.id', 'd.state', 'd.error_code', 'a.busy_by'])
      .where('d.post_id', '=', postId)
      .executeTakeFirstOrThrow();
    return { ...row, words: [row.state, row.error_code].filter(Boolean).join(' ') };
  };
  const settled = (postId: string) =>
    waitFor('an outcome', async () => {
      const row = await read(postId);
      const rests = row.busy_by === null && (row.error_code !== null || row.state === 'published');
      return rests && row.words;
    });
  const post = async (accountId: string, content: string) => {
    const caller = { ...owner, keyId };
    return (await publishNow(joined.app, caller, { content, account_ids: [accountId] })).id;
  };
  /** A delivery of a dead worker, due so long ago. */
  const leave = async (
    step: (typeof cases)[number]['step'],
    accountId: string,
    text: string,
    agoMs: number,
  ) => {
    const { app } = joined;
    await joined.stopPublisher();
    const id = await post(accountId, text);
    const now = app.clock.now();
    const row = await read(id);
    await app.db.query
      .updateTable('deliveries')
      .set({ state: 'publishing', due_at: now - agoMs, wake_at: now })
      .where('id', '=', row.id)
      .execute();
    const rows = [
      ...(step === 'none' ? [] : [{ name: 'prepare', state: 'done' as const, value: '"prepared"' }]),
      ...(step === 'begun' ? [{ name: 'post', state: 'begun' as const, value: null }] : []),
      ...(step === 'public' ? [{ name: 'post', state: 'public' as const, value: '{"id":"made"}' }] : []),
    ];
    for (const one of rows) {
      const more = { delivery_id: row.id, begun_at: now - agoMs, looks: 0, looked_at: null };
      await app.db.query
        .insertInto('steps')
        .values({ ...one, ...more })
        .execute();
    }
    return id;
  };

  for (const { step, way, ends, pausedEnds, sent: isSent } of cases) {
    // keeps: time.overdue
    test(`${step}, told by ${way}: ${ends} after 24 hours, ${pausedEnds} while paused`, async () => {
      const { app } = joined;
      const accountId = await newAccount();
      const external = `x${count}`;
      const late = await leave(step, accountId, `${way} late`, 24.1 * hour);
      await joined.startPublisher();
      assert.equal(await settled(late), ends);
      assert.equal(sent.includes(external), isSent === true);

      const paused = await leave(step, accountId, `${way} paused`, hour);
      await pauseAccount(app, owner, accountId);
      await app.db.query
        .updateTable('deliveries')
        .set({ state: 'publishing', wake_at: app.clock.now(), error_code: null })
        .where('post_id', '=', paused)
        .execute();
      await joined.startPublisher();
      assert.equal(await settled(paused), pausedEnds);
      assert.equal(sent.filter((one) => one === external).length, isSent ? 1 : 0);
    });
  }

  test('a login that is refused once the post is out leaves it waiting, then unconfirmed, never failed', async () => {
    const { app } = joined;
    const accountId = await newAccount();
    afterwards.set('person out', () => {
      throw new PostboteError('platform_auth');
    });
    const id = await post(accountId, 'person out');
    assert.equal(await settled(id), 'publishing account_reconnect');
    await app.db.query
      .updateTable('deliveries')
      .set({ due_at: app.clock.now() - 24 * hour, wake_at: app.clock.now() })
      .where('post_id', '=', id)
      .execute();
    app.wake(app.clock.now());
    assert.equal(
      await waitFor('the end', async () => (await read(id)).state !== 'publishing' && (await read(id)).words),
      'unconfirmed outcome_unknown',
    );
  });

  // keeps: accounts.pause-all
  test('what is being sent when the account is paused or removed, or all publishing, comes to its end', async () => {
    const pauseAll: typeof pauseAccount = (_, caller) => pausePublishing(joined.app, caller);
    for (const change of [pauseAccount, removeAccount, pauseAll]) {
      const accountId = await newAccount();
      const text = `person ${change.name}`;
      let letGo = () => {};
      const reached = new Promise<void>((resolve) => {
        sending.set(text, () => {
          resolve();
          return new Promise((done) => {
            letGo = done;
          });
        });
      });
      const id = await post(accountId, text);
      await reached;
      await change(joined.app, owner, accountId);
      letGo();
      assert.equal(await settled(id), 'published');
    }
    await resumePublishing(joined.app, owner);
  });

  test('an account that is removed leaves what may be out unconfirmed, and the rest failed', async () => {
    for (const [step, ends] of [
      ['done', 'failed account_inactive'],
      ['begun', 'unconfirmed outcome_unknown'],
      ['public', 'unconfirmed outcome_unknown'],
    ] as const) {
      const accountId = await newAccount();
      const id = await leave(step, accountId, `live ${step}`, hour);
      await removeAccount(joined.app, owner, accountId);
      await joined.startPublisher();
      assert.equal(await settled(id), ends);
    }
  });
});
