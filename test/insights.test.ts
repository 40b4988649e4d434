import { equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { collectInsights } from '../src/insights/collect.ts';
import { nextReadingAt } from '../src/insights/schedule.ts';
import { platformById } from '../src/platforms/index.ts';
import { startApp, type TestApp } from './start-app.ts';

const hour = 3_600_000;

describe('the numbers of published posts', () => {
  let app: TestApp;
  before(async () => {
    // Fast, so that platforms that take their time do not take ours.
    app = await startApp({ env: { POSTBOTE_CLOCK: `10@${Date.now()}` } });
  });
  after(() => app.close());

  // keeps: insights.collected
  test('are read from every platform that offers them', { timeout: 240_000 }, async () => {
    const accounts = (await app.call('list_social_accounts')).data as unknown as {
      id: string;
      platform: string;
    }[];
    const offered = accounts.filter((one) => platformById(one.platform)?.insights);
    ok(offered.length >= 3);
    const post = await app.call('publish_now', {
      content: 'Zahlen bitte',
      media_urls: [`${app.url}/sandbox/media/square.jpg`],
      account_ids: offered
        .filter((one) => platformById(one.platform)?.capabilities.postTypes.includes('image'))
        .filter((one) => !['pinterest', 'google_business'].includes(one.platform))
        .map((one) => one.id),
    });
    const ended = await app.ended(String(post.data.id));
    equal(ended.status, 'published');
    const targets = ended.variants.map((one) => one.platform);
    const read = async () => {
      await app.app.db.query
        .updateTable('deliveries')
        .set({ collect_at: 1 })
        .where('state', '=', 'published')
        .execute();
      await collectInsights(app.app);
      const { data } = await app.call('get_analytics_summary');
      const entries = data as unknown as {
        platform: string;
        likes: number;
        comments: number;
        shares: number;
        reach: number;
      }[];
      return entries.filter((one) => targets.includes(one.platform));
    };
    const sum = (entry: { likes: number; comments: number; shares: number; reach: number }) =>
      entry.likes + entry.comments + entry.shares + entry.reach;
    let first = await read();
    for (let looks = 0; looks < 1200 && !first.every((one) => sum(one) > 0); looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      first = await read();
    }
    for (const entry of first) {
      ok(sum(entry) > 0, entry.platform);
      // What a platform does not offer counts zero.
      const metrics = platformById(entry.platform)?.metrics ?? {};
      for (const name of ['likes', 'comments', 'shares', 'reach'] as const) {
        if (!(name in metrics)) equal(entry[name], 0, `${entry.platform} ${name}`);
      }
    }
  });

  const deliveryOf = (platform: 'instagram' | 'tiktok', postId: unknown) =>
    app.app.db.query
      .selectFrom('deliveries')
      .select(['id', 'public_id', 'url', 'collect_at', 'published_at'])
      .where('platform', '=', platform)
      .where('post_id', '=', String(postId))
      .executeTakeFirstOrThrow();
  const publish = async (platform: 'instagram' | 'tiktok') => {
    const media_urls = [`${app.url}/sandbox/media/square.jpg`];
    const post = await app.call('publish_now', { content: 'Noch eins', platforms: [platform], media_urls });
    equal((await app.ended(String(post.data.id))).status, 'published');
    return deliveryOf(platform, post.data.id);
  };
  const collect = async (fields: Record<string, unknown>, ...ids: string[]) => {
    const due = app.app.db.query.updateTable('deliveries').set({ collect_at: 1, ...fields });
    await due.where('id', 'in', ids).execute();
    await collectInsights(app.app);
  };
  const rowOf = (id: string) =>
    app.app.db.query.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  // keeps: insights.collected
  test('are read although another post was deleted over there, which is asked for ever more rarely', async () => {
    const [gone, there] = [await publish('instagram'), await publish('instagram')];
    const day = 24 * hour;
    const old = app.app.clock.now() - 10 * day;
    await collect({ public_id: '17900000000000000', published_at: old }, gone.id);
    const read = async () => {
      await collect({}, gone.id, there.id);
      const found = app.app.db.query.selectFrom('snapshots').select('taken_at');
      return (await found.where('delivery_id', '=', there.id).execute()).length > 0;
    };
    ok(await read(), 'the next one is read all the same');
    ok(Number((await rowOf(gone.id)).collect_at) > app.app.clock.now() + 9 * hour);
    await collect({ published_at: old - 30 * day }, gone.id);
    equal((await rowOf(gone.id)).collect_at, null);
  });

  // keeps: insights.named-later
  test('bring the id and the address that TikTok gives a post only after moderation', async () => {
    const { id, public_id, url } = await publish('tiktok');
    const steps = app.app.db.query.selectFrom('steps').select('value').where('delivery_id', '=', id);
    const sent = await steps.where('name', '=', 'publish-1').executeTakeFirstOrThrow();
    const { publishId } = JSON.parse(String(sent.value));
    await collect({ public_id: `publish:${publishId}`, url: null }, id);
    const named = await rowOf(id);
    equal(named.public_id, public_id);
    equal(named.url, url);
    ok(url?.includes('/photo/'));
  });

  // keeps: insights.schedule
  test('are read often at first and ever more rarely, to day 30', () => {
    const readings: number[] = [];
    for (let at: number | null = 0; at !== null; at = nextReadingAt(0, at)) readings.push(at);
    const gaps = readings.slice(1).map((at, index) => at - (readings[index] ?? 0));
    ok(gaps.slice(0, 6).every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0)));
    equal(readings.at(-1), 30 * 24 * hour);
    ok(readings.filter((at) => at <= hour).length >= 4);
  });
});
