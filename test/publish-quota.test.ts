import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import { collectInsights } from '../src/insights/collect.ts';
import { platforms } from '../src/platforms/index.ts';
import type { CallBudget, Quota } from '../src/platforms/limits.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { windowAt } from '../src/platforms/quota-window.ts';
import { readHolds } from '../src/publisher/read-holds.ts';
import type { ClaimedRow } from '../src/store/db.ts';
import { appScope } from '../src/store/rate-limits.ts';
import { spendUnits, spentUnits } from '../src/store/units.ts';
import { onBothDatabasesAtOnce } from './databases.ts';
import { addAccount, addPublishingAccount } from './fill-app.ts';
import { type LimitedNode, openLimitedNode } from './limited-node.ts';
import { controlSandbox } from './sandbox-control.ts';
import { waitFor } from './start-node.ts';

const hour = 60 * 60 * 1000;

onBothDatabasesAtOnce('a platform’s quotas', (kind) => {
  let at: LimitedNode;
  before(async () => {
    at = await openLimitedNode(kind);
  });
  after(() => at.close());

  /** Rows as they stand after so many posts went out at this moment. */
  async function wentOut(
    of: { accountId: string; platform: PlatformId; settings?: string },
    posts: number,
    when: number,
  ) {
    const { node } = at;
    const owned = { workspace_id: node.workspaceId, mode: 'test' as const, created_at: when };
    for (let done = 0; done < posts; done += 500) {
      const ids = Array.from({ length: Math.min(500, posts - done) }, () => randomUUIDv7());
      const post = { ...owned, api_key_id: null, content: '', post_type: 'text' as const, cover_url: null };
      await node.app.db.query
        .insertInto('posts')
        .values(ids.map((id) => ({ ...post, id, scheduled_at: when })))
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
            due_at: when,
            published_at: when,
          })),
        )
        .execute();
    }
  }

  const sheets = Object.values(platforms) as Platform[];
  // Of Bluesky's two the larger differs in nothing but the many rows it takes.
  const rules = sheets.flatMap(({ id, quotas = [] }) =>
    quotas.filter(({ posts }) => posts < 5000).map((quota) => [id, quota] as const),
  );
  for (const [platform, quota] of rules as readonly (readonly [PlatformId, Quota])[]) {
    const words = `${quota.posts} posts ${JSON.stringify(quota.window)} of one ${quota.of}`;
    // keeps: quota.before-the-call
    test(`${platform}: ${words} are counted before anything is asked`, async () => {
      const { node, now } = at;
      const settings = JSON.stringify({ before: 1, ...quota.only, after: 2 });
      const account = () => addAccount(node.app, node.workspaceId, platform);
      const [accountId, sibling] = [await account(), await account()];
      const of = { accountId: quota.of === 'app' ? sibling : accountId, platform, settings };
      const when = Math.max(now() - 20_000, windowAt(quota.window, now()).since + 1);
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
      await wentOut(of, quota.posts - 1 - already, when);
      if (already) await wentOut({ ...of, accountId }, already, when);
      // What went out before the window does not count, and neither do other kinds of posts.
      await wentOut(of, 1, windowAt(quota.window, now()).since - hour);
      if (quota.only) await wentOut({ ...of, settings: '{}' }, 1, when);
      assert.equal(await holds(), undefined);
      await wentOut(of, 1, when);
      const hold = await holds();
      assert.equal(hold?.reason.code, 'quota_reached');
      assert.equal(hold?.reason.facts.posts, quota.posts);
      const until =
        'seconds' in quota.window ? when + quota.window.seconds * 1000 : windowAt(quota.window, now()).endsAt;
      assert.ok(Math.abs(Number(hold?.until) - Number(until)) <= 1000, `${hold?.until} ${until}`);
      // Claimed a little early for a moment at which there is room again.
      assert.equal(await holds({ woken_for: Number(hold?.until) }), undefined);
      if (quota.only) assert.equal(await holds({ settings: '{}' }), undefined);
      if (quota.of === 'account') assert.equal(await holds({ account_id: sibling }), undefined);
    });
  }

  test('make a delivery wait, without an attempt or a request, until there is room', async () => {
    const { node, now, seen, requestsSince, lastSeq } = at;
    const { id: accountId, username } = await addPublishingAccount(node, node.workspaceId, 'tiktok');
    // A little ahead: the minute lasts five real seconds, and a machine may stand still for a while.
    await wentOut({ accountId, platform: 'tiktok' }, 6, now() + 40_000);
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

  // keeps: quota.units
  test('in units are counted call by call as YouTube counts them; posts wait for the next day, numbers give way earlier', async () => {
    const { node, now, publish, seen, requestsSince, lastSeq } = at;
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
});
