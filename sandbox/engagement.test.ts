import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engagementOf, followersOf, gainedBy } from './engagement.ts';
import { publishPost } from './posts.ts';
import { openStore } from './store.ts';
import { createWorld, type World } from './world.ts';

const hour = 3_600_000;
const begin = Date.parse('2026-11-15T10:00:00Z');
let clock = begin;
let world: World;
before(() => {
  const store = openStore(':memory:');
  world = createWorld({ store, home: () => '', clockSpeed: 1, now: () => clock, fetch });
});
after(() => world.store.close());

const post = (id: string, publishedAt = begin) => ({ platform: 'threads', account: 'a', id, publishedAt });

test('numbers only grow, fast at first, and come to rest', () => {
  for (let index = 0; index < 50; index += 1) {
    let before = engagementOf(world, post(`p${index}`), begin);
    assert.ok(before.likes > 0 && before.reach >= before.likes);
    for (const at of [0.01, 0.1, 1, 5, 24, 72, 200, 700, 2000]) {
      const now = engagementOf(world, post(`p${index}`), begin + at * hour);
      for (const name of Object.keys(now) as (keyof typeof now)[]) assert.ok(now[name] >= before[name], name);
      assert.ok(now.views >= now.reach && now.reach >= now.likes && now.likes >= now.comments);
      before = now;
    }
    const reach = (hours: number) => engagementOf(world, post(`p${index}`), begin + hours * hour).reach;
    assert.ok(reach(24) - reach(0) > reach(48) - reach(24));
    assert.ok(reach(90 * 24) - reach(60 * 24) <= 1);
  }
  assert.deepEqual(
    engagementOf(world, post('x'), begin + hour),
    engagementOf(world, post('x'), begin + hour),
  );
  assert.equal(engagementOf(world, post('x'), begin - 1).reach, 0);
});

test('a few posts do much better than the others', () => {
  const reached = Array.from(
    { length: 300 },
    (_, index) => engagementOf(world, post(`${index}`), begin + 900 * hour).reach,
  ).toSorted((a, b) => b - a);
  const median = reached[150] ?? 0;
  assert.ok((reached[3] ?? 0) > 8 * median, `${reached[3]} of ${median}`);
  assert.ok((reached[40] ?? 0) < 6 * median);
});

test('what an account gained adds up, and followers come with it', () => {
  const account = { platform: 'threads', id: 'a', username: 'anna', name: 'Anna', createdAt: begin };
  const before = followersOf(world, account);
  for (const [id, at] of [
    ['one', begin],
    ['two', begin + 2 * hour],
  ] as const) {
    publishPost(world.store, { ...post(id, at), text: '', type: 'text', media: [], cover: null, data: {} });
  }
  clock = begin + 100 * hour;
  const day = (from: number) =>
    gainedBy(world, { account: 'a' }, begin + from * hour, begin + (from + 50) * hour);
  const all = gainedBy(world, { account: 'a' });
  assert.equal(all.posts, 2);
  assert.equal(day(-50).likes + day(0).likes + day(50).likes, all.likes);
  assert.equal(
    all.likes,
    engagementOf(world, post('one')).likes + engagementOf(world, post('two', begin + 2 * hour)).likes,
  );
  assert.ok(followersOf(world, account) > before);
});
