import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { type Joined, openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { App, Caller } from '../src/context.ts';
import { PostboteError } from '../src/errors.ts';
import { createKey } from '../src/keys/create-key.ts';
import { createPost } from '../src/posts/create-post.ts';
import { publishNow } from '../src/posts/publish-now.ts';
import { rememberedForMs } from '../src/store/idempotency-keys.ts';
import { onBothDatabases } from './databases.ts';
import { type Stage, setStage } from './store-rows.ts';

const hour = 60 * 60 * 1000;

onBothDatabases('many calls at once', (kind) => {
  let stage: Stage;
  /** Two nodes on PostgreSQL. The embedded database has one process, which takes its calls in turn. */
  let nodes: Joined[];
  let accountId: string;
  before(async () => {
    stage = await setStage(kind);
    const config = readConfig(stage.database.env);
    nodes = [await openApp(config, pino({ level: 'silent' }))];
    if (kind === 'postgres') nodes.push(await openApp(config, pino({ level: 'silent' })));
    accountId = await stage.account();
  });
  after(async () => {
    for (const node of nodes) await node.close();
    await stage.close();
  });
  const turn = (index: number) => nodes[index % nodes.length]?.app as App;
  const caller = async (mode: 'test' | 'live' = 'test'): Promise<Caller> => {
    const { id } = await createKey(turn(0), stage.workspaceId, { mode, name: 'k' });
    return { keyId: id, workspaceId: stage.workspaceId, mode };
  };
  const twenty = Array.from({ length: 20 }, (_, index) => index);
  const postCount = async () => (await stage.db.query.selectFrom('posts').select('id').execute()).length;

  // keeps: posts.queue
  test('with use_queue get slots of their own, four hours apart', async () => {
    const by = await caller();
    const startedAt = Date.now();
    const made = await Promise.all(
      twenty.map((n) =>
        createPost(turn(n), by, { content: `n ${n}`, account_ids: [accountId], use_queue: true }),
      ),
    );
    const slots = made.map((post) => Date.parse(post.scheduled_at ?? '')).sort((a, b) => a - b);
    const [first = 0] = slots;
    ok(Math.abs(first - startedAt - 4 * hour) < 30_000, `first slot ${new Date(first).toISOString()}`);
    deepEqual(
      slots.map((slot) => Math.round((slot - first) / 1000)),
      twenty.map((n) => (n * 4 * hour) / 1000),
    );
  });

  test('with one idempotency key make one post', async () => {
    const by = await caller();
    const before = await postCount();
    const args = { content: 'once', account_ids: [accountId], idempotency_key: 'same' };
    const made = await Promise.all(twenty.map((n) => createPost(turn(n), by, args)));
    equal(new Set(made.map((post) => post.id)).size, 1);
    equal(made.filter((post) => post.deduplicated === true).length, 19);
    equal((await postCount()) - before, 1);
    const [first] = made.map(({ deduplicated: _, ...post }) => post);
    for (const { deduplicated: _, ...post } of made) deepEqual(post, first);
  });

  test('with one idempotency key and use_queue take one slot', async () => {
    const by = await caller();
    const before = await postCount();
    const args = { content: 'once', account_ids: [accountId], use_queue: true, idempotency_key: 'slot' };
    const made = await Promise.all(twenty.map((n) => createPost(turn(n), by, args)));
    equal(new Set(made.map((post) => post.scheduled_at)).size, 1);
    equal((await postCount()) - before, 1);
  });

  test('with one idempotency key but other arguments: one of them wins, the others are told', async () => {
    const by = await caller();
    const before = await postCount();
    const made = await Promise.allSettled(
      twenty.map((n) =>
        createPost(turn(n), by, { content: `n ${n}`, account_ids: [accountId], idempotency_key: 'mixed' }),
      ),
    );
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    equal(refused.length, 19);
    for (const error of refused) {
      ok(error instanceof PostboteError);
      equal(error.violations[0]?.code, 'idempotency_key_reused');
    }
    equal((await postCount()) - before, 1);
  });

  test('an idempotency key belongs to one API key and one tool, whatever the order of arguments', async () => {
    const [by, other] = [await caller(), await caller()];
    const first = await createPost(turn(0), by, {
      content: 'a',
      account_ids: [accountId],
      idempotency_key: 'k',
    });
    const turned = await createPost(turn(1), by, {
      idempotency_key: 'k',
      account_ids: [accountId],
      content: 'a',
    });
    deepEqual([turned.id, turned.deduplicated], [first.id, true]);
    const foreign = await createPost(turn(0), other, {
      content: 'b',
      account_ids: [accountId],
      idempotency_key: 'k',
    });
    ok(foreign.id !== first.id && foreign.deduplicated === undefined);
    await rejects(
      () => publishNow(turn(0), by, { content: 'a', account_ids: [accountId], idempotency_key: 'k' }),
      (error: PostboteError) => error.violations[0]?.code === 'idempotency_key_reused',
    );
  });

  test('an idempotency key is free again after 24 hours, for one of twenty', async () => {
    const by = await caller();
    const args = { content: 'daily', account_ids: [accountId], idempotency_key: 'daily' };
    const old = await createPost(turn(0), by, args);
    const age = (ms: number) =>
      stage.db.query
        .updateTable('idempotency_keys')
        .set({ created_at: Date.now() - ms })
        .where('api_key_id', '=', by.keyId)
        .execute();
    await age(rememberedForMs - 60_000);
    equal((await createPost(turn(1), by, args)).id, old.id);
    await age(rememberedForMs + 60_000);
    const made = await Promise.all(
      twenty.map((n) => createPost(turn(n), by, { ...args, content: 'next day' })),
    );
    equal(new Set(made.map((post) => post.id)).size, 1);
    ok(made[0]?.id !== old.id);
    equal(made.filter((post) => post.deduplicated === true).length, 19);
  });

  test('a refused call leaves its idempotency key unused', async () => {
    const by = await caller();
    const bad = { content: 'x'.repeat(5001), account_ids: [accountId], idempotency_key: 'again' };
    await rejects(() => createPost(turn(0), by, bad), PostboteError);
    const good = await createPost(turn(1), by, { ...bad, content: 'short' });
    equal(good.deduplicated, undefined);
  });
});
