import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PostStatus } from '../src/contract/tools.ts';
import { backoff } from '../src/publisher/backoff.ts';
import { onBothDatabasesAtOnce } from './databases.ts';
import { addPublishingAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startApp, type TestApp } from './start-app.ts';
import { fastClock, waitFor } from './start-node.ts';

onBothDatabasesAtOnce('a disturbed delivery', (kind) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ kind, env: fastClock(30) });
    // The first post of a process is slow, and a fast clock is impatient.
    const { data } = await app.call('publish_now', { content: 'Warmlaufen', platforms: ['bluesky'] });
    await app.ended(String(data.id));
  });
  after(() => app.close());
  const status = async (id: unknown) =>
    (await app.call('get_post_status', { post_id: id })).data as unknown as PostStatus;
  const attemptsOf = (postId: unknown) =>
    app.app.db.query
      .selectFrom('attempts')
      .innerJoin('deliveries', 'deliveries.id', 'attempts.delivery_id')
      .select(['attempts.outcome', 'attempts.error_code', 'attempts.started_at', 'attempts.ended_at'])
      .where('deliveries.post_id', '=', String(postId))
      .orderBy('attempts.number')
      .execute();

  // keeps: time.retry
  test('waits as long as Retry-After says, says so meanwhile, then publishes once', async () => {
    const sandbox = controlSandbox(app);
    const { id, username } = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    await sandbox.fault({ platform: 'bluesky', account: username, fault: 'rate_limit', retry_after: 150 });
    const { data } = await app.call('publish_now', { content: 'Geduld', account_ids: [id] });
    const waiting = await waitFor('the refusal', async () => {
      const seen = await status(data.id);
      return seen.variants[0]?.error_code !== null && seen;
    });
    const [variant] = waiting.variants;
    assert.equal(waiting.status, 'publishing');
    assert.equal(variant?.status, 'publishing');
    assert.equal(variant?.error_code, 'platform_rate_limited');
    assert.equal(variant?.error, 'bluesky begrenzt gerade die Anzahl der Posts');
    assert.match(String(variant?.platform_message), /429.*RateLimitExceeded/);
    assert.equal(variant?.next_action, 'Wait: it is tried again by itself.');
    assert.equal(variant?.attempts, 1);
    assert.ok(Date.parse(String(variant?.next_attempt_at)) > app.app.clock.now());
    assert.deepEqual([variant?.published_at, variant?.public_id], [null, null]);

    assert.equal((await app.ended(String(data.id))).status, 'published');
    const [first, second] = await attemptsOf(data.id);
    assert.deepEqual(
      [first?.outcome, first?.error_code, second?.outcome],
      ['retry', 'platform_rate_limited', 'published'],
    );
    assert.ok(Number(second?.started_at) - Number(first?.ended_at) >= 150_000);
    assert.equal((await sandbox.posts('bluesky', username)).length, 1);
  });

  test('is tried again after growing pauses', async () => {
    const sandbox = controlSandbox(app);
    const { id, username } = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    await sandbox.fault({ platform: 'bluesky', account: username, fault: 'error_before', times: 3 });
    const { data } = await app.call('publish_now', { content: 'Immer länger', account_ids: [id] });
    assert.equal((await app.ended(String(data.id))).status, 'published');
    const tries = await attemptsOf(data.id);
    const pauses = tries.slice(1).map((one, index) => one.started_at - Number(tries[index]?.ended_at));
    assert.equal(pauses.length, 3);
    for (const [index, seconds] of [5, 15, 45].entries()) {
      assert.ok(Number(pauses[index]) >= seconds * 0.9 * 1000, `pause ${index + 1}: ${pauses[index]} ms`);
    }
  });

  test('goes out although the account’s next post is already waiting, in order', async () => {
    const sandbox = controlSandbox(app);
    const { id, username } = await addPublishingAccount(app, app.workspaceId, 'bluesky');
    await sandbox.fault({ platform: 'bluesky', account: username, fault: 'error_before' });
    const first = await app.call('publish_now', { content: 'Der erste', account_ids: [id] });
    const second = await app.call('publish_now', { content: 'Der zweite', account_ids: [id] });
    for (const { data } of [first, second]) {
      assert.equal((await app.ended(String(data.id))).status, 'published');
    }
    assert.equal((await sandbox.posts('bluesky', username)).length, 2);
  });
});

// keeps: time.retry
test('a disturbance is waited out for an hour at least, with ever longer pauses', () => {
  for (const random of [() => 0, () => 0.999]) {
    let total = 0;
    let failures = 0;
    for (;;) {
      failures += 1;
      const pause = backoff(failures, undefined, random);
      if (pause === null) break;
      total += pause;
    }
    assert.ok(total >= 60 * 60 * 1000, `${total} ms`);
    assert.ok(failures > 5);
  }
});
