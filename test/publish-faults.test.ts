import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import type { PostStatus } from '../src/contract/tools.ts';
import { onBothDatabases } from './databases.ts';
import { addPublishingAccount } from './fill-app.ts';
import { controlSandbox, type FaultWish } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock } from './start-node.ts';

interface Case {
  readonly platform: PlatformId;
  readonly fault: string;
  readonly media?: readonly string[];
  readonly more?: Partial<FaultWish>;
  readonly ends: 'published' | 'failed' | 'unconfirmed';
  readonly posts: 0 | 1;
  readonly attempts?: number;
  readonly code?: string;
  readonly next?: RegExp;
}

const picture = ['square.jpg'];
const film = ['clip.mp4'];
const once = { ends: 'published', posts: 1 } as const;
const unknown = {
  ends: 'unconfirmed',
  posts: 0,
  code: 'outcome_unknown',
  next: /it is there.*post it again/,
} as const;
const badFile = { ends: 'failed', posts: 0, code: 'media_rejected', next: /Replace the file/ } as const;

const cases: readonly Case[] = [
  { platform: 'bluesky', fault: 'rate_limit', ...once, attempts: 2 },
  { platform: 'bluesky', fault: 'error_before', ...once, attempts: 2 },
  { platform: 'bluesky', fault: 'error_before', more: { times: 3 }, ...once, attempts: 4 },
  { platform: 'bluesky', fault: 'error_after', ...once, attempts: 2 },
  { platform: 'bluesky', fault: 'lost_answer', ...once, attempts: 2 },
  { platform: 'bluesky', fault: 'lost_answer', media: picture, more: { on: 'uploadBlob' }, ...once },
  { platform: 'bluesky', fault: 'lost_request', ...once, attempts: 2 },
  { platform: 'bluesky', fault: 'expired_token', ...once, attempts: 1 },
  { platform: 'bluesky', fault: 'slow_processing', media: film, more: { seconds: 20 }, ...once, attempts: 1 },
  { platform: 'bluesky', fault: 'rejected_media', media: picture, ...badFile, attempts: 1 },
  { platform: 'bluesky', fault: 'rejected_media', media: film, ...badFile },

  { platform: 'instagram', fault: 'rate_limit', media: picture, ...once, attempts: 2 },
  { platform: 'instagram', fault: 'error_before', media: picture, ...once },
  {
    platform: 'instagram',
    fault: 'error_before',
    media: picture,
    more: { on: 'media' },
    ...once,
    attempts: 2,
  },
  { platform: 'instagram', fault: 'error_after', media: picture, ...once },
  { platform: 'instagram', fault: 'lost_answer', media: picture, ...once },
  { platform: 'instagram', fault: 'lost_answer', media: picture, more: { on: 'media' }, ...once },
  { platform: 'instagram', fault: 'lost_answer', media: ['square.jpg', 'portrait.jpg'], ...once },
  { platform: 'instagram', fault: 'lost_request', media: picture, ...once },
  { platform: 'instagram', fault: 'lying_error', media: picture, ...once },
  {
    platform: 'instagram',
    fault: 'slow_processing',
    media: film,
    more: { seconds: 20 },
    ...once,
    attempts: 1,
  },
  { platform: 'instagram', fault: 'rejected_media', media: picture, ...badFile, attempts: 1 },
  { platform: 'instagram', fault: 'rejected_media', media: film, ...badFile },

  { platform: 'twitter', fault: 'rate_limit', ...once, attempts: 2 },
  { platform: 'twitter', fault: 'error_before', ...unknown },
  { platform: 'twitter', fault: 'error_after', ...once },
  { platform: 'twitter', fault: 'lost_answer', ...once },
  { platform: 'twitter', fault: 'lost_answer', media: picture, ...once },
  { platform: 'twitter', fault: 'lost_request', ...unknown },
  { platform: 'twitter', fault: 'lost_request', media: picture, ...unknown },
  {
    platform: 'twitter',
    fault: 'lost_request',
    media: picture,
    more: { on: 'append' },
    ...once,
    attempts: 2,
  },
  {
    platform: 'twitter',
    fault: 'lost_answer',
    media: picture,
    more: { on: 'finalize' },
    ...once,
    attempts: 2,
  },
  { platform: 'twitter', fault: 'expired_token', ...once, attempts: 1 },
  { platform: 'twitter', fault: 'slow_processing', media: film, more: { seconds: 20 }, ...once, attempts: 1 },
  { platform: 'twitter', fault: 'rejected_media', media: picture, ...badFile },
  { platform: 'twitter', fault: 'rejected_media', media: film, ...badFile },
];

onBothDatabases('a fault', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind, env: fastClock(30) });
    // The first post of a process is slow, and a fast clock is impatient.
    const { data } = await app.call('publish_now', {
      content: 'Warmlaufen',
      platforms: ['bluesky', 'instagram', 'twitter'],
      media_urls: [controlSandbox(app).sample('square.jpg')],
    });
    await app.ended(String(data.id));
  });
  after(() => app.close());

  describe('of a platform', { concurrency: 8 }, () => {
    for (const one of cases) {
      const { platform, fault, media = [], more } = one;
      const with_ = media.length > 0 ? ` with ${media.join(' and ')}` : '';
      // keeps: platforms.faults
      test(`${platform} ${fault} ${JSON.stringify(more ?? {})}${with_}: ${one.ends}`, async () => {
        const sandbox = controlSandbox(app);
        const account = await addPublishingAccount(app, app.workspaceId, platform);
        await sandbox.fault({ platform, account: account.username, fault, retry_after: 30, ...more });
        const { data, text } = await app.call('publish_now', {
          content: `Störung ${fault}`,
          account_ids: [account.id],
          media_urls: media.map(sandbox.sample),
        });
        assert.ok(data.id, text);
        const status = (await app.ended(String(data.id))) as unknown as PostStatus;
        const [variant] = status.variants;
        const posts = await sandbox.posts(platform, account.username);
        const told = JSON.stringify(variant);
        assert.equal(variant?.status, one.ends, told);
        assert.equal(posts.length, one.posts, told);
        assert.equal(status.status, one.ends === 'published' ? 'published' : 'failed');
        if (one.attempts) assert.equal(variant?.attempts, one.attempts, told);
        assert.ok(Number(variant?.attempts) >= 1);
        assert.equal(variant?.error_code, one.code ?? null, told);
        if (one.ends === 'published') {
          assert.equal(variant?.public_id, posts[0]?.id);
          assert.ok(variant?.url);
          assert.deepEqual([variant?.error, variant?.next_action], [null, null]);
        } else {
          assert.equal(variant?.public_id, null);
          assert.ok(variant?.error && !variant.error.includes('?'), told);
          assert.match(String(variant?.next_action), one.next ?? /./);
        }
      });
    }
  });

  test('is used up by each of them', async () => {
    assert.deepEqual(await controlSandbox(app).faults(), []);
  });
});
