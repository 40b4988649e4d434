import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDatabase, onBothDatabases } from './databases.ts';
import { addPublishingAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { startNode, waitFor } from './start-node.ts';

const addressOf = (input: Parameters<typeof fetch>[0]) =>
  String(input instanceof Request ? input.url : input);
const tokenOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('authorization') ?? '';

// keeps: time.one-account
test('one account is never served by two workers at once', { timeout: 240_000 }, async () => {
  const database = await makeDatabase('postgres');
  const inFlight = new Set<string>();
  const servedBy = new Map<string, number>();
  const overlaps: string[] = [];
  /** Every platform call of both nodes goes through here; each takes a moment, so that an overlap would show. */
  const watched =
    (node: string): typeof fetch =>
    async (input, init) => {
      if (!addressOf(input).includes('putRecord')) return fetch(input, init);
      const account = tokenOf(init);
      if (inFlight.has(account)) overlaps.push(`${node} ${addressOf(input)}`);
      inFlight.add(account);
      servedBy.set(node, (servedBy.get(node) ?? 0) + 1);
      try {
        await new Promise((resolve) => setTimeout(resolve, 15));
        return await fetch(input, init);
      } finally {
        inFlight.delete(account);
      }
    };
  const one = await startNode(database, { parts: { fetch: watched('one') } });
  const env = { POSTBOTE_SANDBOX_URL: String(one.sandboxUrl) };
  const two = await startNode(database, { env, parts: { fetch: watched('two') } });
  const account = await addPublishingAccount(one, one.workspaceId, 'bluesky');
  const calls = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? one : two).call('publish_now', {
      content: `Nummer ${index}`,
      account_ids: [account.id],
    }),
  );
  for (const { data } of await Promise.all(calls)) {
    assert.equal((await one.ended(String(data.id))).status, 'published');
  }
  assert.deepEqual(overlaps, []);
  assert.equal(
    [...servedBy.values()].reduce((sum, count) => sum + count),
    20,
  );
  assert.equal((await controlSandbox(one).posts('bluesky', account.username)).length, 20);
  await two.stop();
  await one.stop();
  await database.drop();
});

onBothDatabases('a slow platform', (kind) => {
  // keeps: time.slow-platform
  test('does not delay the others, nor its own other accounts', { timeout: 240_000 }, async () => {
    const database = await makeDatabase(kind);
    const released = Promise.withResolvers<void>();
    const held: string[] = [];
    let slow = '';
    /** The slow account's post is held back until the test lets it go. */
    const holding: typeof fetch = async (input, init) => {
      if (addressOf(input).endsWith('/2/tweets') && String(init?.body).includes(slow)) {
        held.push(addressOf(input));
        await released.promise;
      }
      return fetch(input, init);
    };
    const node = await startNode(database, { parts: { fetch: holding } });
    const [tardy, other] = [
      await addPublishingAccount(node, node.workspaceId, 'twitter'),
      await addPublishingAccount(node, node.workspaceId, 'twitter'),
    ];
    slow = 'Hängt noch';
    const first = await node.call('publish_now', { content: slow, account_ids: [tardy.id] });
    await waitFor('the slow request', async () => held.length > 0);

    const quick = [
      await node.call('publish_now', { content: 'Bluesky geht', platforms: ['bluesky'] }),
      await node.call('publish_now', { content: 'Anderes Konto geht', account_ids: [other.id] }),
      await node.call('publish_now', {
        content: 'Instagram geht',
        platforms: ['instagram'],
        media_urls: [controlSandbox(node).sample('square.jpg')],
      }),
    ];
    for (const { data } of quick) assert.equal((await node.ended(String(data.id))).status, 'published');
    const waiting = await node.call('get_post_status', { post_id: first.data.id });
    assert.equal(waiting.data.status, 'publishing', 'the slow one is still under way');

    released.resolve();
    assert.equal((await node.ended(String(first.data.id))).status, 'published');
    assert.equal((await controlSandbox(node).posts('twitter', tardy.username)).length, 1);
    await node.stop();
    await database.drop();
  });
});
