import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply } from '../publishing.fake.ts';
import { insights } from './insights.ts';

const reading = (network: Network) => ({
  account: { externalId: '1', username: null },
  credentials: { accessToken: 'access' },
  hosts: { graph: 'https://graph.example' },
  call: callOver(network),
  now: () => fakeNow,
});
const summary = (total: number) => ({ data: [], summary: { total_count: total } });
const metric = (name: string, value: number) => reply(200, { data: [{ name, values: [{ value }] }] });

test('a post: counters, and reach where it is granted', async () => {
  const network =
    (isGranted: boolean): Network =>
    ({ url }) => {
      if (!url.pathname.endsWith('/insights')) {
        return reply(200, { id: '1_2', reactions: summary(5), comments: summary(2) });
      }
      return isGranted ? metric('post_total_media_view_unique', 90) : reply(403, { error: { code: 10 } });
    };
  const post = { id: '1_2', url: null };
  assert.deepEqual(await insights(reading(network(true)), post), {
    likes: 5,
    comments: 2,
    shares: 0,
    reach: 90,
  });
  assert.deepEqual(await insights(reading(network(false)), post), { likes: 5, comments: 2, shares: 0 });
});

test('a Reel answers to its own names only, its counters are at its post', async () => {
  const at = reading(({ url }) => {
    const path = url.pathname.replace('/v26.0/', '');
    if (path === '7') return reply(200, { id: '7', post_id: '9' });
    if (path === '1_9')
      return reply(200, { reactions: summary(1), comments: summary(0), shares: { count: 3 } });
    const asked = url.searchParams.get('metric') ?? '';
    return asked === 'post_impressions_unique' ? metric(asked, 44) : reply(200, { data: [] });
  });
  assert.deepEqual(await insights(at, { id: '7', url: null }), {
    likes: 1,
    comments: 0,
    shares: 3,
    reach: 44,
  });
});
