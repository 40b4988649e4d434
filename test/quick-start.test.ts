import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dashboardOnly, platformIds } from '../src/contract/platform-ids.ts';
import { platformById } from '../src/platforms/index.ts';
import { startApp, type TestApp } from './start-app.ts';

const canNow = platformIds.filter((id) => !dashboardOnly.includes(id));
const takes = (id: string, type: 'image' | 'video') =>
  platformById(id)?.capabilities.postTypes.includes(type) === true;

describe('a newcomer', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ env: { POSTBOTE_CLOCK: `20@${Date.now()}` } });
  });
  after(() => app.close());

  test('has an account on all ten platforms', async () => {
    const { data } = await app.call('list_social_accounts');
    const platforms = (data as unknown as { platform: string }[]).map((one) => one.platform);
    deepEqual(platforms.toSorted(), [...platformIds].sort());
  });

  for (const [type, file] of [
    ['image', 'square.jpg'],
    ['video', 'clip.mp4'],
  ] as const) {
    // keeps: run.all-platforms
    test(`publishes one ${type} to every platform that takes it, by one call`, {
      timeout: 120_000,
    }, async () => {
      const platforms = canNow.filter((id) => takes(id, type));
      const { data } = await app.call('publish_now', {
        content: `Für alle: ein ${type}`,
        platforms,
        media_urls: [`${app.url}/sandbox/media/${file}`],
      });
      const { status, variants } = await app.ended(String(data.id));
      deepEqual(
        variants.map((one) => [one.platform, one.status, one.error_code]).sort(),
        [...platforms].sort().map((id) => [id, 'published', null]),
      );
      equal(status, 'published');
    });
  }

  test('plans a post for the two that need a board or a location', { timeout: 120_000 }, async () => {
    const { data } = await app.call('create_post', {
      content: 'Neues aus dem Laden',
      platforms: dashboardOnly,
      media_urls: [`${app.url}/sandbox/media/portrait.jpg`],
      scheduled_at: new Date(app.app.clock.now() + 40_000).toISOString(),
    });
    equal((await app.ended(String(data.id))).status, 'published');
  });
});
