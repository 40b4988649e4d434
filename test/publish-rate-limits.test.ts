import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { collectInsights } from '../src/insights/collect.ts';
import { appScope, rememberRateLimit } from '../src/store/rate-limits.ts';
import { insertSnapshot } from '../src/store/snapshots.ts';
import { onBothDatabasesAtOnce } from './databases.ts';
import { addPublishingAccount } from './fill-app.ts';
import { type LimitedNode, letPass, openLimitedNode } from './limited-node.ts';
import { controlSandbox } from './sandbox-control.ts';

const hour = 60 * 60 * 1000;

onBothDatabasesAtOnce('limits that a platform tells', (kind) => {
  let at: LimitedNode;
  before(async () => {
    at = await openLimitedNode(kind);
  });
  after(() => at.close());

  // keeps: quota.headers
  test('that an answer calls used up hold back the account’s next post, and nobody else', async () => {
    const { node, now, publish, seen, requestsSince, lastSeq } = at;
    const account = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const other = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const date = () => ({ date: new Date(now()).toUTCString() });
    at.tamper = (method, url, send) => {
      if (method !== 'POST' || !url.pathname.endsWith('/2/tweets')) return null;
      return send().then(async (answer) => {
        const reset = String(Math.ceil(now() / 1000) + 120);
        const headers = { ...date(), 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': reset };
        return new Response(await answer.text(), { status: answer.status, headers });
      });
    };
    const first = await publish(account.id, 'Der letzte im Fenster');
    assert.equal((await node.ended(first)).status, 'published');
    at.tamper = letPass;
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
    const { node, publish, seen } = at;
    const { id: accountId, username } = await addPublishingAccount(node, node.workspaceId, 'instagram');
    const fault = { platform: 'instagram', account: username, fault: 'rate_limit', retry_after: 120 };
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
    const { node, forgetLimits, publish, seen } = at;
    const account = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const other = await addPublishingAccount(node, node.workspaceId, 'twitter');
    let asked = 0;
    at.tamper = (method, url) => {
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
      at.tamper = letPass;
      await forgetLimits();
    }
  });

  // keeps: quota.too-long
  test('that last too long fail it at once, with the reason', async () => {
    const { node, now, forgetLimits, publish } = at;
    const { id: accountId } = await addPublishingAccount(node, node.workspaceId, 'twitter');
    const limit = { what: 'posting' as const, code: 'platform_rate_limited', until_at: now() + 30 * hour };
    await rememberRateLimit(node.app.db.query, { ...limit, scope: accountId });
    const [variant] = (await node.ended(await publish(accountId, 'Morgen erst'))).variants;
    assert.deepEqual([variant?.status, variant?.error_code], ['failed', 'platform_rate_limited']);
    assert.equal(variant?.next_action, 'Create the post again with a new time.');
    await forgetLimits();
  });

  // keeps: insights.quota, insights.no-zeros
  test('are heeded when numbers are read', async () => {
    // Slower, so that the housekeeping does not read at the same time.
    await at.restart(2);
    const { node, now, forgetLimits, publish } = at;
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
    at.tamper = (method, url) => {
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
    at.tamper = letPass;
    await forgetLimits();
  });
});
