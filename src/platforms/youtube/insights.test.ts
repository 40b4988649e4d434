import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import { choices } from './choices.ts';
import { insights } from './insights.ts';

const hosts = { api: 'https://api.example', analytics: 'https://analytics.example' };
const reading = (network: Network, seen: Seen[] = []) => ({
  account: { externalId: 'UC1', username: 'me' },
  credentials: { accessToken: 'a' },
  hosts,
  call: callOver(network, seen),
  now: () => fakeNow,
});
const post = { id: 'v1', url: null };
const statistics = (numbers: unknown) => reply(200, { items: [{ id: 'v1', statistics: numbers }] });
const isReport = ({ url }: Seen) => url.pathname === '/v2/reports';

test('numbers come from two sources and are read by column name', async () => {
  const seen: Seen[] = [];
  const report = { columnHeaders: [{ name: 'views' }, { name: 'shares' }], rows: [[9, 3]] };
  const at = reading(
    (call) =>
      isReport(call)
        ? reply(200, report)
        : statistics({ viewCount: '12', likeCount: '5', commentCount: '0' }),
    seen,
  );
  assert.deepEqual(await insights(at, post), { likes: 5, comments: 0, shares: 3, reach: 12 });
  assert.equal(seen[1]?.url.searchParams.get('filters'), 'video==v1');
  assert.equal(seen[1]?.url.searchParams.get('endDate'), '2026-11-15');
});

test('what is hidden, late or not granted is absent', async () => {
  const late = reading((call) =>
    isReport(call) ? reply(200, { columnHeaders: [{ name: 'shares' }] }) : statistics({ viewCount: '12' }),
  );
  assert.deepEqual(await insights(late, post), { reach: 12 });
  const refused = reading((call) => (isReport(call) ? reply(403, {}) : statistics({ likeCount: '1' })));
  assert.deepEqual(await insights(refused, post), { likes: 1 });
  await assert.rejects(
    insights(
      reading(() => reply(200, {})),
      post,
    ),
    { code: 'platform_rejected' },
  );
  await assert.rejects(
    insights(
      reading(() => reply(401, {})),
      post,
    ),
    { refreshable: true },
  );
});

test('only assignable categories can be chosen', async () => {
  const item = (id: string, title: string, assignable: boolean) => ({ id, snippet: { title, assignable } });
  const at = reading(() =>
    reply(200, { items: [item('10', 'Musik', true), item('18', 'Kurzfilme', false)] }),
  );
  assert.deepEqual(await choices(at), { category_id: [{ value: '10', label: 'Musik' }] });
});
