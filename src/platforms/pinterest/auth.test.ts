import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, reply, type Seen } from '../publishing.fake.ts';
import { auth } from './auth.ts';
import { choices } from './choices.ts';
import { insights } from './insights.ts';

const hosts = { api: 'https://api.example', web: 'https://web.example' };
const now = fakeNow;
const connect = auth.connect?.by === 'oauth2' ? auth.connect : assert.fail();

test('both tokens roll; a missing one never replaces the old', async () => {
  const seen: Seen[] = [];
  const tokens = { access_token: 'a2', refresh_token: 'r2', expires_in: 2_592_000 };
  const credentials = { accessToken: 'a1', refreshToken: 'r1', extra: { clientId: 'i', clientSecret: 's' } };
  const call = callOver(() => reply(200, tokens), seen);
  assert.deepEqual(await auth.refresh({ call, hosts, credentials, now }), {
    accessToken: 'a2',
    refreshToken: 'r2',
    expiresAt: now + 2_592_000_000,
    extra: credentials.extra,
  });
  assert.equal(seen[0]?.headers.get('authorization'), `Basic ${btoa('i:s')}`);
  assert.deepEqual(seen[0]?.form(), { grant_type: 'refresh_token', refresh_token: 'r1' });
  const silent = callOver(() => reply(200, { ...tokens, refresh_token: undefined }), seen);
  const client = { id: 'app', secret: 'secret' };
  const kept = await auth.refresh({ call: silent, hosts, credentials, now, client });
  assert.equal(kept.refreshToken, 'r1');
  assert.equal(seen[1]?.headers.get('authorization'), `Basic ${btoa('app:secret')}`);
  await assert.rejects(auth.refresh({ call, hosts, credentials: { accessToken: 'a1' }, now }), {
    code: 'platform_auth',
  });
});

test('a code is traded with continuous refresh, and the login is one account', async () => {
  const seen: Seen[] = [];
  const call = callOver(({ url }) => {
    if (url.pathname === '/v5/user_account')
      return reply(200, { id: '1', username: 'anna', business_name: null });
    return reply(200, { access_token: 'a', refresh_token: 'r', expires_in: 10 });
  }, seen);
  const client = { id: 'app', secret: 'secret' };
  const redirectUri = 'https://app.example/callback';
  const credentials = await connect.exchange({
    call,
    hosts,
    now,
    client,
    code: 'c',
    redirectUri,
    verifier: null,
  });
  assert.deepEqual(seen[0]?.form(), {
    grant_type: 'authorization_code',
    code: 'c',
    redirect_uri: redirectUri,
    continuous_refresh: 'true',
  });
  assert.deepEqual(await connect.discover({ call, hosts, now, client, credentials }), [
    { externalId: '1', name: 'anna', username: 'anna', credentials },
  ]);
});

const reading = (call: ReturnType<typeof callOver>) => ({
  account: { externalId: '1', username: 'anna' },
  credentials: { accessToken: 'a' },
  hosts,
  call,
  now: () => now,
});

test('boards of all pages can be chosen, those for ads cannot, and the sections of the chosen one', async () => {
  const call = callOver(({ url }) => {
    if (url.pathname.endsWith('/boards/2/sections')) {
      return reply(200, { items: [{ id: '7', name: 'Selbst gemacht' }], bookmark: null });
    }
    return url.searchParams.get('bookmark') === 'b b'
      ? reply(200, { items: [{ id: '2', name: 'Geschenke', privacy: 'SECRET' }], bookmark: null })
      : reply(200, {
          items: [
            { id: '1', name: 'Ideen', privacy: 'PUBLIC' },
            { id: '3', name: 'Ad-only Pins', is_ads_only: true },
          ],
          bookmark: 'b b',
        });
  });
  const boards = (secret: string) => [
    { value: '1', label: 'Ideen' },
    { value: '2', label: `Geschenke (${secret})` },
  ];
  assert.deepEqual(await choices(reading(call)), { board_id: boards('geheim') });
  assert.deepEqual(await choices(reading(call), { language: 'en', within: '2' }), {
    board_id: boards('secret'),
    board_section_id: [{ value: '7', label: 'Selbst gemacht' }],
  });
  // A board that is gone has no sections, and nobody asks for what was typed as its number.
  assert.deepEqual((await choices(reading(call), { within: '../pins' })).board_section_id, []);
});

test('numbers of the whole life, and none where there are none', async () => {
  const read = (pin_metrics: unknown) =>
    insights(reading(callOver(() => reply(200, { id: '9', pin_metrics }))), { id: '9', url: null });
  const lifetime_metrics = { impression: 100, reaction: 5, comment: 0 };
  assert.deepEqual(await read({ lifetime_metrics, '90d': { impression: 50, save: 7 } }), {
    likes: 5,
    comments: 0,
    shares: 7,
    reach: 100,
  });
  assert.deepEqual(await read(null), {});
});
