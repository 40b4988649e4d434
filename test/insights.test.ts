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
