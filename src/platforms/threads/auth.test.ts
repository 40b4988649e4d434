import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, reply, type Seen } from '../publishing.fake.ts';
import { auth } from './auth.ts';
import { insights } from './insights.ts';

const hosts = { graph: 'https://graph.example', web: 'https://web.example' };
const client = { id: 'app', secret: 'app-secret' };
const connect = auth.connect?.by === 'oauth2' ? auth.connect : assert.fail();
const DAY_MS = 86_400_000;

test('a code becomes a login of sixty days for one profile', async () => {
  const seen: Seen[] = [];
  const call = callOver(({ url }) => {
    if (url.pathname === '/oauth/access_token') {
      const text = '{"access_token":"short","user_id":25000000000000001}';
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    }
    if (url.pathname === '/access_token') return reply(200, { access_token: 'long', expires_in: 5_184_000 });
    return reply(200, { id: '25000000000000001', username: 'me' });
  }, seen);
  const at = { call, hosts, client, now: fakeNow };
  const credentials = await connect.exchange({
    ...at,
    code: 'c#_',
    redirectUri: 'https://us.example',
    verifier: null,
  });
  assert.deepEqual(credentials, {
    accessToken: 'long',
    expiresAt: fakeNow + 5_184_000_000,
    extra: { issuedAt: String(fakeNow) },
  });
  assert.equal(seen[0]?.form().code, 'c');
  assert.deepEqual(await connect.discover({ ...at, credentials }), [
    { externalId: '25000000000000001', name: 'me', username: 'me', credentials },
  ]);
  const refusing = callOver(() =>
    reply(400, { error_type: 'OAuthException', code: 400, error_message: 'no' }),
  );
  const wrong = { ...at, call: refusing, code: 'c', redirectUri: 'x', verifier: null };
  await assert.rejects(connect.exchange(wrong), { code: 'platform_auth' });
});

test('a token is renewed once it is a day old', async () => {
  const call = callOver(() => reply(200, { access_token: 'new', expires_in: 5_184_000 }));
  const young = { accessToken: 'old', extra: { issuedAt: String(fakeNow - 3_600_000) } };
  assert.equal(await auth.refresh({ call, hosts, credentials: young, now: fakeNow }), young);
  const untold = { accessToken: 'old', expiresAt: fakeNow + 59.5 * DAY_MS };
  assert.equal(await auth.refresh({ call, hosts, credentials: untold, now: fakeNow }), untold);
  const grown = { accessToken: 'old', extra: { issuedAt: String(fakeNow - DAY_MS), keep: 'me' } };
  assert.deepEqual(await auth.refresh({ call, hosts, credentials: grown, now: fakeNow }), {
    accessToken: 'new',
    expiresAt: fakeNow + 5_184_000_000,
    extra: { issuedAt: String(fakeNow), keep: 'me' },
  });
  const refusing = callOver(() => reply(400, { error: { code: 190, message: 'Session has expired' } }));
  await assert.rejects(auth.refresh({ call: refusing, hosts, credentials: grown, now: fakeNow }), {
    code: 'platform_auth',
  });
});

test('numbers: what is absent stays absent', async () => {
  const number = (name: string, value: number) => ({ name, values: [{ value }] });
  const reading = (data: unknown[]) => ({
    account: { externalId: '1', username: null },
    credentials: { accessToken: 'access' },
    hosts,
    call: callOver(() => reply(200, { data })),
    now: () => fakeNow,
  });
  const all = [
    ['views', 90],
    ['likes', 5],
    ['replies', 2],
    ['reposts', 1],
    ['quotes', 1],
    ['shares', 2],
  ] as const;
  const post = { id: 'm1', url: null };
  assert.deepEqual(await insights(reading(all.map(([name, value]) => number(name, value))), post), {
    likes: 5,
    comments: 2,
    shares: 4,
    reach: 90,
  });
  assert.deepEqual(await insights(reading([number('likes', 0)]), post), { likes: 0 });
  assert.deepEqual(
    await insights(reading(all.map(([name]) => number(name, 1))), { id: 'container:c1', url: null }),
    {},
  );
});
