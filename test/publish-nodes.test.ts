import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeDatabase, type TestDatabase } from './databases.ts';
import { controlSandbox } from './sandbox-control.ts';
import { type Node, startNode, waitFor } from './start-node.ts';

let database: TestDatabase;
let web: Node;
let worker: Node;
const wire = { web: 0, worker: 0 };
const counted =
  (node: 'web' | 'worker'): typeof fetch =>
  (input, init) => {
    if (String(input).includes('/sandbox/bluesky/')) wire[node] += 1;
    return fetch(input, init);
  };

before(async () => {
  database = await makeDatabase('postgres');
  web = await startNode(database, { env: { POSTBOTE_ROLE: 'web' }, parts: { fetch: counted('web') } });
  worker = await startNode(database, {
    env: { POSTBOTE_ROLE: 'worker', POSTBOTE_SANDBOX_URL: String(web.sandboxUrl) },
    parts: { fetch: counted('worker') },
  });
});
after(async () => {
  await worker.stop();
  await web.stop();
  await database.drop();
});

// keeps: time.wake
test('what the web node accepts is published by the worker node, woken at once', async () => {
  // Without the wake-up the worker would look again after 15 seconds only.
  for (let index = 0; index < 5; index += 1) {
    const { data } = await web.call('publish_now', {
      content: `Von nebenan ${index}`,
      platforms: ['bluesky'],
    });
    assert.equal((await web.ended(String(data.id))).status, 'published');
  }
  assert.equal(wire.web, 0, 'the web node speaks to no platform');
  assert.ok(wire.worker >= 5);
  assert.equal((await controlSandbox(web).posts('bluesky')).length, 5);
});

test('what the web node plans is published by the worker node at its time', async () => {
  const dueAt = Date.now() + 1500;
  const { data } = await web.call('create_post', {
    content: 'Geplant nebenan',
    platforms: ['bluesky'],
    scheduled_at: new Date(dueAt).toISOString(),
  });
  const { status, variants } = await web.ended(String(data.id));
  assert.equal(status, 'published');
  assert.ok(Date.parse(String(variants[0]?.published_at)) >= dueAt - 50, 'not before its time');
});

test('a worker node that starts later finds what waits', async () => {
  await worker.stop();
  const { data } = await web.call('publish_now', { content: 'Niemand da', platforms: ['bluesky'] });
  const seen = await web.call('get_post_status', { post_id: data.id });
  assert.equal(seen.data.status, 'scheduled');
  worker = await startNode(database, {
    env: { POSTBOTE_ROLE: 'worker', POSTBOTE_SANDBOX_URL: String(web.sandboxUrl) },
  });
  const status = await waitFor('the end', async () => web.ended(String(data.id)));
  assert.equal(status.status, 'published');
});
