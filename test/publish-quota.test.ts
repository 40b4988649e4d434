import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { collectInsights } from '../src/insights/collect.ts';
import { platforms } from '../src/platforms/index.ts';
import type { CallBudget, Platform, Quota } from '../src/platforms/platform.ts';
import { windowAt } from '../src/platforms/quota-window.ts';
import { readHolds } from '../src/publisher/read-holds.ts';
import type { ClaimedRow } from '../src/store/db.ts';
import { appScope, rememberRateLimit } from '../src/store/rate-limits.ts';
import { insertSnapshot } from '../src/store/snapshots.ts';
import { spendUnits, spentUnits } from '../src/store/units.ts';
import { makeDatabase, onBothDatabases, type TestDatabase } from './databases.ts';
import { addAccount, addPublishingAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { fastClock, type Node, startNode, waitFor } from './start-node.ts';

const hour = 60 * 60 * 1000;
type Tamper = (method: string, url: URL, send: () => Promise<Response>) => Promise<Response> | null;

onBothDatabases('a platform’s limits', (kind) => {
  let database: TestDatabase;
  let node: Node;
  let tamper: Tamper = () => null;
  const tampered: typeof fetch = (input, init) => {
    const send = () => fetch(input, init);
    return tamper(init?.method ?? 'GET', new URL(String(input)), send) ?? send();
  };
  before(async () => {
    database = await makeDatabase(kind);
    node = await startNode(database, { env: fastClock(20), parts: { fetch: tampered } });
    const { data } = await node.call('publish_now', { content: 'Warmlaufen', platforms: ['twitter'] });
    await node.ended(String(data.id));
  });
  after(async () => {
    await node.stop();
    await database.drop();
  });
  const now = () => node.app.clock.now();
  const forgetLimits = () => node.app.db.query.deleteFrom('platform_limits').execute();

  /** Rows as they stand after so many posts went out at this moment. */
  async function wentOut(
    of: { accountId: string; platform: PlatformId; settings?: string },
    posts: number,
    at: number,
  ) {
    const owned = { workspace_id: node.workspaceId, mode: 'test' as const, created_at: at };
    for (let done = 0; done < posts; done += 500) {
      const ids = Array.from({ length: Math.min(500, posts - done) }, () => randomUUIDv7());
      const post = { ...owned, api_key_id: null, content: '', post_type: 'text' as const, cover_url: null };
      await node.app.db.query
        .insertInto('posts')
        .values(ids.map((id) => ({ ...post, id, scheduled_at: at })))
        .execute();
      await node.app.db.query
        .insertInto('deliveries')
        .values(
          ids.map((id) => ({
            ...owned,
            id,
            post_id: id,
            account_id: of.accountId,
            platform: of.platform,
            text: '',
            custom_caption: 0,
            settings: of.settings ?? '{}',
            state: 'published' as const,
            due_at: at,
            published_at: at,
          })),
        )
        .execute();
    }
  }
  const publish = async (accountId: string, content: string, media: readonly string[] = []) => {
    const media_urls = media.map(controlSandbox(node).sample);
    const { data, text } = await node.call('publish_now', { content, account_ids: [accountId], media_urls });
    assert.ok(data.id, text);
    return String(data.id);
  };
  const seen = (id: string, code: string) =>
    waitFor(code, async () => {
      const { data } = await node.call('get_post_status', { post_id: id });
      const variant = (data as unknown as PostStatus).variants[0];
      return variant?.error_code === code && variant;
    });
  const requestsSince = async (since: number, platform: string) =>
    (await controlSandbox(node).requests(since)).filter((one) => one.platform === platform);
  const lastSeq = async () => (await controlSandbox(node).requests()).at(-1)?.seq ?? 0;

  const sheets = Object.values(platforms) as Platform[];
  // Of Bluesky's two the larger differs in nothing but the many rows it takes.
  const rules = sheets.flatMap(({ id, quotas = [] }) =>
    quotas.filter(({ posts }) => posts < 5000).map((quota) => [id, quota] as const),
  );
  for (const [platform, quota] of rules as readonly (readonly [PlatformId, Quota])[]) {
    const words = `${quota.posts} posts ${JSON.stringify(quota.window)} of one ${quota.of}`;
    // keeps: quota.before-the-call
    test(`${platform}: ${words} are counted before anything is asked`, async () => {
      const settings = JSON.stringify({ before: 1, ...quota.only, after: 2 });
      const account = () => addAccount(node.app, node.workspaceId, platform);
      const [accountId, sibling] = [await account(), await account()];
      const of = { accountId: quota.of === 'app' ? sibling : accountId, platform, settings };
      const at = Math.max(now() - 20_000, windowAt(quota.window, now()).since + 1);
      const row = (more: object) =>
        ({
          id: 'd',
          account_id: accountId,
          platform,
          mode: 'test',
          settings,
          woken_for: 0,
          ...more,
        }) as ClaimedRow;
      const holds = async (more = {}) => (await readHolds(node.app, [row(more)])).get('d');

      const already = quota.of === 'app' ? 1 : 0;
      await wentOut(of, quota.posts - 1 - already, at);
      if (already) await wentOut({ ...of, accountId }, already, at);
      // What went out before the window does not count, and neither do other kinds of posts.
      await wentOut(of, 1, windowAt(quota.window, now()).since - hour);
      if (quota.only) await wentOut({ ...of, settings: '{}' }, 1, at);
      assert.equal(await holds(), undefined);
      await wentOut(of, 1, at);
      const hold = await holds();
      assert.equal(hold?.reason.code, 'quota_reached');
      assert.equal(hold?.reason.facts.posts, quota.posts);
      const until =
        'seconds' in quota.window ? at + quota.window.seconds * 1000 : windowAt(quota.window, now()).endsAt;
      assert.ok(Math.abs(Number(hold?.until) - Number(until)) <= 1000, `${hold?.until} ${until}`);
      // Claimed a little early for a moment at which there is room again.
      assert.equal(await holds({ woken_for: Number(hold?.until) }), undefined);
      if (quota.only) assert.equal(await holds({ settings: '{}' }), undefined);
      if (quota.of === 'account') assert.equal(await holds({ account_id: sibling }), undefined);
    });
  }

  test('make a delivery wait, without an attempt or a request, until there is room', async () => {
    const { id: accountId, username } = await addPublishingAccount(node, node.workspaceId, 'tiktok');
    await wentOut({ accountId, platform: 'tiktok' }, 6, now() - 20_000);
    const since = await lastSeq();
    // Planned first, so that one look holds them both.
    const dueAt = new Date(now() + 3000).toISOString();
    const ids: string[] = [];
    for (const content of ['Erster', 'Zweiter']) {
      const media_urls = [controlSandbox(node).sample('square.jpg')];
      const args = { content, media_urls, account_ids: [accountId], scheduled_at: dueAt };
      ids.push(String((await node.call('create_post', args)).data.id));
    }
    for (const id of ids) {
      const variant = await seen(id, 'quota_reached');
      assert.deepEqual([variant.status, variant.attempts], ['pending', 0]);
      assert.equal(variant.error, 'Wartet: tiktok erlaubt höchstens 6 Posts in 1 min');
      assert.match(String(variant.next_action), /^Wait: it goes out by itself at \d{4}-/);
      assert.ok(Date.parse(String(variant.next_attempt_at)) > now());
    }
    assert.deepEqual(await requestsSince(since, 'tiktok'), []);
    for (const id of ids) assert.equal((await node.ended(id)).status, 'published');
    const texts = (await controlSandbox(node).posts('tiktok', username)).map(({ text }) => text);
    assert.deepEqual(texts.toSorted(), ['Erster', 'Zweiter']);
  });

  // keeps: quota.headers
  test('that an answer calls used up hold back the account’s next post, and nobody else', async () => {
    const account = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const other = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const date = () => ({ date: new Date(now()).toUTCString() });
    tamper = (method, url, send) => {
      if (method !== 'POST' || !url.pathname.endsWith('/2/tweets')) return null;
      return send().then(async (answer) => {
        const reset = String(Math.ceil(now() / 1000) + 60);
        const headers = { ...date(), 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset };
        return new Response(await answer.text(), { status: answer.status, headers });
      });
    };
    const first = await publish(account.id, 'Der letzte im Fenster');
    assert.equal((await node.ended(first)).status, 'published');
    tamper = () => null;
    const since = await lastSeq();
    const second = await publish(account.id, 'Im nächsten Fenster');
    const variant = await seen(second, 'platform_rate_limited');
    assert.deepEqual([variant.status, variant.attempts], ['pending', 0]);
    assert.equal((await node.ended(await publish(other.id, 'Ohne Warten'))).status, 'published');
    assert.equal((await requestsSince(since, 'twitter')).length, 1);
    assert.equal((await node.ended(second)).status, 'published');
  });

  // keeps: quota.headers
  test('that are refused with a time are no failure, and the next post waits for the same time', async () => {
    const { id: accountId, username } = await addPublishingAccount(node, node.workspaceId, 'instagram');
    const fault = { platform: 'instagram', account: username, fault: 'rate_limit', retry_after: 60 };
    await controlSandbox(node).fault(fault);
    const first = await publish(accountId, 'Abgewiesen', ['square.jpg']);
    assert.equal((await seen(first, 'platform_rate_limited')).attempts, 1);
    const second = await publish(accountId, 'Gar nicht erst gefragt', ['square.jpg']);
    assert.equal((await seen(second, 'platform_rate_limited')).attempts, 0);
    const [row] = await node.app.db.query
      .selectFrom('deliveries')
      .select('failures')
      .where('post_id', '=', first)
      .execute();
    assert.equal(row?.failures, 0);
    for (const id of [first, second]) assert.equal((await node.ended(id)).status, 'published');
    const texts = (await controlSandbox(node).posts('instagram', username)).map(({ text }) => text);
    assert.deepEqual(texts.toReversed(), ['Abgewiesen', 'Gar nicht erst gefragt']);
  });

  test('X without credit stops every account of the app', async () => {
    const account = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const other = await addPublishingAccount(node, node.workspaceId, 'twitter');
    let asked = 0;
    tamper = (method, url) => {
      if (method !== 'POST' || !url.pathname.endsWith('/2/tweets')) return null;
      asked += 1;
      return Promise.resolve(Response.json({ title: 'CreditsDepleted', status: 402 }, { status: 402 }));
    };
    try {
      const first = await publish(account.id, 'Kein Guthaben');
      const variant = await seen(first, 'platform_credits');
      assert.equal(variant.error, 'Das Guthaben der App bei twitter ist aufgebraucht');
      assert.match(String(variant.next_action), /Top up the credit/);
      const second = await publish(other.id, 'Auch keins');
      assert.equal((await seen(second, 'platform_credits')).attempts, 0);
      assert.equal(asked, 1);
    } finally {
      tamper = () => null;
      await forgetLimits();
    }
  });

  // keeps: quota.too-long
  test('that last too long fail it at once, with the reason', async () => {
    const { id: accountId } = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const limit = { what: 'posting' as const, code: 'platform_rate_limited', until_at: now() + 30 * hour };
    await rememberRateLimit(node.app.db.query, { ...limit, scope: accountId });
    const [variant] = (await node.ended(await publish(accountId, 'Morgen erst'))).variants;
    assert.deepEqual([variant?.status, variant?.error_code], ['failed', 'platform_rate_limited']);
    assert.equal(variant?.next_action, 'Create the post again with a new time.');
    await forgetLimits();
  });

  // keeps: quota.units
  test('in units are counted call by call as YouTube counts them; posts wait for the next day, numbers give way earlier', async () => {
    const budget = platforms.youtube.budget as CallBudget;
    const { since, endsAt } = windowAt(budget.window, now());
    const scope = appScope('youtube', 'test');
    // What the tests above let out was yesterday.
    const former = node.app.db.query.updateTable('deliveries').where('platform', '=', 'youtube');
    await former.set({ published_at: since - hour }).execute();
    const { id: accountId, username } = await addPublishingAccount(node, node.workspaceId, 'youtube');
    const theirs = async () => {
      const query = new URLSearchParams({ platform: 'youtube', account: username, quota: 'units' });
      const answer = await fetch(`${node.sandboxUrl}/api/quotas?${query}`);
      return ((await answer.json()) as { quotas: { used: number }[] }).quotas[0]?.used ?? 0;
    };
    const before = await theirs();
    const { data } = await node.call('publish_now', {
      content: 'Ein Film',
      account_ids: [accountId],
      media_urls: [controlSandbox(node).sample('clip.mp4')],
      cover_url: controlSandbox(node).sample('cover.jpg'),
    });
    assert.equal((await node.ended(String(data.id))).status, 'published');
    const delivery = () =>
      node.app.db.query
        .selectFrom('deliveries')
        .select(['id', 'collect_at'])
        .where('post_id', '=', String(data.id))
        .executeTakeFirstOrThrow();
    const readNow = async () => {
      const { id } = await delivery();
      await node.app.db.query.updateTable('deliveries').set({ collect_at: 1 }).where('id', '=', id).execute();
      await collectInsights(node.app);
    };
    await readNow();
    await waitFor('the same count', async () => {
      const spent = await spentUnits(node.app.db, scope, since);
      return spent > 51 && spent === (await theirs()) - before;
    });

    const leave = async (units: number) =>
      spendUnits(
        node.app.db.query,
        scope,
        since,
        budget.units - units - (await spentUnits(node.app.db, scope, since)),
      );
    await leave(budget.forPosts);
    await readNow();
    await waitFor('the next day', async () => Number((await delivery()).collect_at) >= Number(endsAt));
    await leave(budget.perPost - 1);
    const asked = await lastSeq();
    const waiting = await publish(accountId, 'Morgen', ['clip.mp4']);
    const variant = await seen(waiting, 'quota_reached');
    assert.deepEqual([variant.status, variant.attempts], ['pending', 0]);
    assert.equal(variant.error, 'Wartet: youtube erlaubt höchstens Aufrufe für 10000 Einheiten in 24 h');
    assert.ok(Date.parse(String(variant.next_attempt_at)) >= Number(endsAt));
    assert.deepEqual(await requestsSince(asked, 'youtube'), []);
    // Those that start together share what is left.
    await leave(2 * budget.perPost);
    const row = (id: string) =>
      ({ id, account_id: id, platform: 'youtube', mode: 'test', settings: '{}', woken_for: 0 }) as ClaimedRow;
    assert.deepEqual([...(await readHolds(node.app, ['a', 'b', 'c'].map(row))).keys()], ['c']);
    await node.app.db.query.deleteFrom('platform_units').execute();
  });

  // keeps: insights.quota, insights.no-zeros
  test('are heeded when numbers are read', async () => {
    // Slower, so that the housekeeping does not read at the same time.
    await node.stop();
    node = await startNode(database, { env: fastClock(2), parts: { fetch: tampered } });
    const { id: accountId } = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const posts = [await publish(accountId, 'Zahlen'), await publish(accountId, 'Mehr Zahlen')];
    for (const id of posts) await node.ended(id);
    const rows = () =>
      node.app.db.query
        .selectFrom('deliveries')
        .select(['id', 'collect_at'])
        .where('post_id', 'in', posts)
        .execute();
    let asked = 0;
    let answer = () => new Response('{"title":"Too Many Requests"}', { status: 429, headers: retry });
    const retry = { 'retry-after': '600', 'content-type': 'application/json' };
    tamper = (method, url) => {
      if (method !== 'GET' || !url.pathname.endsWith('/2/tweets')) return null;
      asked += 1;
      return Promise.resolve(answer());
    };
    const read = async () => {
      await node.app.db.query
        .updateTable('deliveries')
        .set({ collect_at: null })
        .where('collect_at', 'is not', null)
        .execute();
      await node.app.db.query
        .updateTable('deliveries')
        .set({ collect_at: 1 })
        .where('post_id', 'in', posts)
        .execute();
      await collectInsights(node.app);
    };
    await read();
    assert.equal(asked, 1, 'the second post was not asked for');
    await read();
    assert.equal(asked, 1, 'nor anything in the next round');
    for (const { collect_at } of await rows()) assert.ok(Number(collect_at) > now() + 60_000);
    await forgetLimits();
    await rememberRateLimit(node.app.db.query, {
      scope: appScope('twitter', 'test'),
      what: 'posting',
      code: 'platform_rate_limited',
      until_at: now() + hour,
    });
    const [first] = await rows();
    const former = { likes: 5, comments: 4, shares: 3, reach: 2 };
    const delivery_id = String(first?.id);
    await insertSnapshot(node.app.db.query, { delivery_id, taken_at: 1, ...former });
    answer = () => Response.json({ data: [] });
    await read();
    assert.equal(asked, 3, 'a limit on posting does not keep numbers from being read');
    const kept = await node.app.db.query
      .selectFrom('snapshots')
      .selectAll()
      .where('delivery_id', '=', delivery_id)
      .execute();
    assert.deepEqual(
      kept.map((one) => ({ ...one })),
      [{ delivery_id, taken_at: 1, ...former }],
    );
    tamper = () => null;
    await forgetLimits();
  });
});
