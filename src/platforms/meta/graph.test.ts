import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { errorByStatus } from '../http.ts';
import { callOver, reply, type Seen } from '../publishing.fake.ts';
import { graphApi } from './graph.ts';
import { isSameText } from './same-text.ts';

test('an edge is read page by page, at our own host', async () => {
  const seen: Seen[] = [];
  const call = callOver(({ url }) => {
    const isFirst = url.searchParams.get('after') === null;
    const next = { next: 'https://elsewhere.example/steal?access_token=x', cursors: { after: 'c1' } };
    return isFirst
      ? reply(200, { data: [{ id: '1' }, { id: '2' }], paging: next })
      : reply(200, { data: [{ id: '3' }], paging: { cursors: { after: 'c2' } } });
  }, seen);
  const at = { call, hosts: { graph: 'https://graph.example' }, credentials: { accessToken: 'access' } };
  const ids: string[] = [];
  const item = z.object({ id: z.string() });
  for await (const page of graphApi('v1.0', errorByStatus).pages(at, 'me/things', { limit: '2' }, item)) {
    ids.push(...page.map(({ id }) => id));
  }
  assert.deepEqual(ids, ['1', '2', '3']);
  assert.deepEqual(
    seen.map(({ url }) => url.href),
    ['https://graph.example/v1.0/me/things?limit=2', 'https://graph.example/v1.0/me/things?limit=2&after=c1'],
  );
  assert.equal(seen[0]?.headers.get('authorization'), 'Bearer access');
});

test('a text read back is the same whatever its line ends', () => {
  assert.ok(isSameText('a\r\nb ', ' a\nb'));
  assert.ok(isSameText('e\u0301', '\u00e9'));
  assert.ok(!isSameText('a', 'b'));
});
