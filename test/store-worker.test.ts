import { deepEqual, equal, ok } from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { seal } from '../src/accounts/secrets.ts';
import { type Joined, openApp, type Parts } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { cancelPost } from '../src/posts/cancel-post.ts';
import { onBothDatabasesAtOnce } from './databases.ts';
import { type Stage, setStage } from './store-rows.ts';

onBothDatabasesAtOnce('the publisher', (kind) => {
  let stage: Stage;
  let joined: Joined;
  /** What reached the platform, and when, by the publisher's clock. */
  let sent: Map<string, number>;
  beforeEach(async () => {
    stage = await setStage(kind);
    sent = new Map();
  });
  afterEach(async () => {
    await joined.close();
    await stage.close();
  });

  const open = async (parts: Parts = {}) => {
    const platform = platformThatNotes((text) => sent.set(text, joined.app.clock.now()));
    const config = readConfig(stage.database.env);
    joined = await openApp(config, pino({ level: 'silent' }), { platforms: () => platform, ...parts });
    return addAccount();
  };
  const addAccount = async () => {
    const id = await stage.account();
    const credentials = seal(joined.app.config.encryptionKey, id, { accessToken: 't' });
    await stage.db.query.updateTable('accounts').set({ credentials }).where('id', '=', id).execute();
    return id;
  };
  const until = async (what: string, done: () => boolean | Promise<boolean>) => {
    const endsAt = Date.now() + 60_000;
    while (!(await done())) {
      ok(Date.now() < endsAt, `${what} within a minute`);
      await pause(10);
    }
  };
  /** Takes what is due in a minute already, so that what is seen held has not been sent meanwhile. */
  const early = { aheadMs: 60_000 };
  /** Neither the end of a lease nor a look now and then brings anything about before a test gives up. */
  const onlyByItself = { leaseMs: 600_000, safetyMs: 600_000 };
  const isHeld = async (id: string) => {
    const { account_id } = await stage.deliveryRow(id);
    return (await stage.accountRow(account_id)).busy_by?.startsWith(`${id}:`) ?? false;
  };
  const cancel = async (id: string) => {
    const { post_id } = await stage.deliveryRow(id);
    await cancelPost(joined.app, { keyId: '', workspaceId: stage.workspaceId, mode: 'test' }, post_id);
  };

  // keeps: time.not-before-cancel
  test('does not publish what was canceled while it held it for its moment', async () => {
    const accountId = await open();
    const dueAt = Date.now() + 4_000;
    const id = await stage.delivery(accountId, dueAt);
    await joined.startPublisher(early);
    await until('claimed ahead of its time', () => isHeld(id));
    await cancel(id);
    await pause(dueAt + 700 - Date.now());
    deepEqual([...sent.keys()], []);
    equal((await stage.deliveryRow(id)).state, 'canceled');
    await until('the account is free', async () => (await stage.accountRow(accountId)).busy_by === null);
  });

  test('publishes the next post of an account on time when the one before it was canceled', async () => {
    const accountId = await open();
    const dueAt = joined.app.clock.now() + 4_000;
    const first = await stage.delivery(accountId, dueAt);
    const second = await stage.delivery(accountId, dueAt + 100);
    await joined.startPublisher({ ...early, ...onlyByItself });
    await until('claimed ahead of its time', () => isHeld(first));
    await cancel(first);
    await until('the second is published', () => sent.has(second));
    ok(Number(sent.get(second)) >= dueAt + 100);
    ok(!sent.has(first));
  });

  test('does not overlook work that is announced while it asks for its next moment', async () => {
    let answer: (() => void) | null = null;
    let isSlow = true;
    const slow: Parts = {
      wrapDb: (db) => ({
        ...db,
        async read<T>(text: string, values: readonly (string | number)[]) {
          const rows = await db.read<T>(text, values);
          if (isSlow && /order by wake_at/.test(text)) {
            await new Promise<void>((resolve) => {
              answer = resolve;
            });
          }
          return rows;
        },
      }),
    };
    const answerNow = () => {
      answer?.();
      answer = null;
    };
    const accountId = await open(slow);
    await joined.startPublisher(onlyByItself);
    for (let round = 0; round < 3; round += 1) {
      joined.app.wake(Date.now());
      await until('it asks', () => answer !== null);
      const now = Date.now();
      const id = await stage.delivery(accountId, now);
      joined.app.wake(now);
      await until('published', () => {
        answerNow();
        return sent.has(id);
      });
    }
    isSlow = false;
    answerNow();
  });

  test('follows the clock of the database', async () => {
    const accountId = await open();
    const { clock } = joined.app;
    const askedAt = performance.now();
    const skewMs = await joined.app.db.measureSkew();
    ok(Math.abs(skewMs) <= performance.now() - askedAt + 20, `${skewMs} ms, and both are one machine`);
    // This machine is an hour behind: what is due by the database's clock is due.
    clock.setSkew(60 * 60 * 1000);
    const dueAt = clock.now() + 300;
    const id = await stage.delivery(accountId, dueAt);
    await joined.startPublisher();
    await until('published', () => sent.has(id));
    ok(clock.now() - dueAt >= 0);
    const row = async () => stage.deliveryRow(id);
    await until('recorded', async () => (await row()).state === 'published');
    const { published_at } = await row();
    ok(Math.abs((published_at ?? 0) - dueAt) < 120_000, `${published_at} for ${dueAt}`);

    // And an hour ahead: what this machine thinks is due is not yet. Stopped in between, so that no claim that is still
    // under way has asked by the clock of before.
    await joined.stopPublisher();
    clock.setSkew(-60 * 60 * 1000);
    const next = await stage.delivery(accountId, Date.now());
    await joined.startPublisher();
    await pause(500);
    ok(!sent.has(next));
    clock.setSkew(0);
    joined.app.wake(clock.now());
    await until('published', () => sent.has(next));
  });

  test('follows a clock that is set while it holds something', async () => {
    const accountId = await open();
    const { clock } = joined.app;
    const id = await stage.delivery(accountId, clock.now() + 10 * 60_000);
    await joined.startPublisher({ aheadMs: 20 * 60_000, ...onlyByItself });
    await until('claimed ahead of its time', () => isHeld(id));
    await pause(100);
    ok(!sent.has(id));
    clock.setSkew(10 * 60_000);
    await until('published', () => sent.has(id));
  });

  test('goes on with an account that is free again while many others take long', async () => {
    const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
    const queue: string[] = [];
    const platform = platformThatNotes(
      (text) => sent.set(text, joined.app.clock.now()),
      (text) => (queue.includes(text) ? undefined : end),
    );
    const accountId = await open({ platforms: () => platform });
    const now = Date.now();
    queue.push(await stage.delivery(accountId, now - 1), await stage.delivery(accountId, now));
    for (let others = 0; others < 250; others += 1) await stage.delivery(await addAccount(), now - 2);
    await joined.startPublisher(onlyByItself);
    await until('all are under way', () => sent.size === 252);
    letEnd();
    const [first, second] = queue.map((id) => sent.get(id) as number);
    ok((second as number) >= (first as number) + 100, 'one after the other');
  });

  test('stops by letting what runs come to its end and giving back what it holds', async () => {
    const accountId = await open();
    const now = Date.now();
    const held = await stage.delivery(accountId, now + 40_000);
    const running = await stage.delivery(await addAccount(), now);
    await joined.startPublisher(early);
    await until('both are claimed', async () => (await isHeld(held)) && sent.has(running));
    await joined.stopPublisher();
    equal((await stage.deliveryRow(running)).state, 'published');
    const row = await stage.deliveryRow(held);
    deepEqual([row.state, row.wake_at], ['pending', now + 40_000]);
    equal((await stage.accountRow(accountId)).busy_by, null);
    ok(!sent.has(held));
  });
});

function platformThatNotes(
  note: (text: string) => void,
  end: (text: string) => Promise<void> | undefined = () => undefined,
): Platform {
  return {
    id: 'bluesky',
    name: 'Noting',
    limits: { text: [] },
    capabilities: { postTypes: ['text'], cover: false, altText: false },
    settings: z.looseObject({}),
    auth: { kind: 'oauth2', refresh: async ({ credentials }) => credentials, refreshAheadSeconds: 60 },
    hosts: {},
    publish: ({ step, post }) =>
      step.commit('post', { by: 'person' }, async () => {
        note(post.text);
        await pause(100);
        await end(post.text);
        return { id: post.text, url: null };
      }),
  };
}
